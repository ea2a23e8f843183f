import { DatabaseError } from '../../db/database.ts';
import { dialect } from '../../db/dialect.ts';
import { faultOf, faultTexts } from '../../db/faults.ts';
import { type Config, ConfigError, readConfig } from '../config/config.ts';
import { collectWhenIdle } from './idle-collection.ts';

/** A started program. */
export interface Started {
  /** Messages for the person who started it. */
  lines: string[];
  /** Finishes running work and closes everything. */
  stop(): Promise<void>;
}

/** After this time the process exits even if stopping is not finished. */
const stopTimeoutMs = 10_000;

/** Runs a program until SIGTERM or SIGINT; prints one line on standard error if it cannot start. */
export async function runProcess(start: (config: Config) => Promise<Started>): Promise<void> {
  const started = await begin(start).catch((error: unknown) => fail(explain(error)));
  collectWhenIdle();
  for (const line of started.lines) process.stdout.write(`${line}\n`);
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      setTimeout(() => fail('Stopping took too long.'), stopTimeoutMs).unref();
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

/** The text of an error for the operator: one line if they can correct it, else the stack. */
export function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof DatabaseError) return error.message;
  if (!(error instanceof Error)) return String(error);
  if ('syscall' in error && error.syscall === 'listen') return explainListening(error);
  const fault = faultOf(error);
  if (fault === null) return error.stack ?? error.message;
  const database = dialect === 'postgres' ? 'The database of DATABASE_URL' : 'The database in DATA_DIR';
  return `${database} cannot be used: ${faultTexts[fault]} (${error.message}).`;
}

function explainListening(error: Error): string {
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return 'PORT must be a free port: another process listens on it.';
  if (code === 'EACCES') return `PORT must be a port that this user may open (${error.message}).`;
  return `HOST must be an address of this machine (${error.message}).`;
}
