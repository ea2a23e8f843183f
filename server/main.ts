import './fast-start.ts';
import type { Running } from './start.ts';

// Imported after the line above has taken effect, which static imports would not wait for.
const { ConfigError, readConfig } = await import('./config.ts');

/** Longest time a stop may take, in ms; after that the process ends as it is. */
const stopLimit = 10_000;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function fail(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

function explain(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    return 'PORT must be free: something else listens there already.';
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

async function main(): Promise<Running> {
  const config = readConfig(process.env);
  const { start } = await import('./start.ts');
  const running = await start(config);
  say(`Vitrine is ready at ${config.publicUrl}/`);
  say(`Back office: ${config.publicUrl}/#/login`);
  if (running.generatedPassword !== null) {
    say(
      `First start. Sign in as "${config.adminUserName}" with the password ${running.generatedPassword} (shown only now).`,
    );
  }
  return running;
}

const running = await main().catch((error: unknown) => fail(explain(error)));

let stopping = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => fail('Stopping took too long.'), stopLimit).unref();
    running.stop().then(
      () => process.exit(0),
      (error: unknown) => fail(explain(error)),
    );
  });
}
