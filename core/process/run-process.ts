import { DatabaseError } from '../../db/database.ts';
import { type Config, ConfigError, readConfig } from '../config/config.ts';

/** What a program of the product has started. */
export interface Started {
  /** What a person who started it is told. */
  lines: string[];
  /** Finishes what is under way and closes everything. */
  stop(): Promise<void>;
}

/** Longest time a stop may take, in ms; after that the process ends as it is. */
const stopLimit = 10_000;

/** Runs a program until SIGTERM or SIGINT; what keeps it from starting is one line on standard error. */
export async function runProcess(start: (config: Config) => Promise<Started>): Promise<void> {
  const started = await begin(start).catch((error: unknown) => fail(explain(error)));
  for (const line of started.lines) process.stdout.write(`${line}\n`);
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      setTimeout(() => fail('Stopping took too long.'), stopLimit).unref();
      started.stop().then(
        () => process.exit(0),
        (error: unknown) => fail(explain(error)),
      );
    });
  }
}

async function begin(start: (config: Config) => Promise<Started>): Promise<Started> {
  return start(readConfig(process.env));
}

function fail(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

/** What a person is told of an error: one line of those that are theirs to mend, else where it came from. */
export function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof DatabaseError) return error.message;
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    return 'PORT must be free: something else listens there already.';
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
