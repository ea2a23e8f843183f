import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { programArguments } from '../fixture/run-program.ts';
import type { Setup } from './setup.ts';

/** What a process that kills itself works on. */
export interface Doomed {
  setup: Setup;
  smtpUrl: string;
  variables?: Readonly<Record<string, string>>;
}

/** Starts kill-child.ts; `point` is 'pings' or the number of writes after which the process dies. */
export function startDoomed({ setup, smtpUrl, variables = {} }: Doomed, point: string, codes: readonly string[] = []) {
  const script = join(import.meta.dirname, 'kill-child.ts');
  const values = [setup.clock.now().toISOString(), setup.twilio.url, smtpUrl, point, ...codes];
  const env = { ...process.env, ...setup.store.variables, ...variables };
  return spawn(process.execPath, programArguments(script, ...values), { env, stdio: ['ignore', 'pipe', 'inherit'] });
}

/** The signal or exit code with which a process ends. */
export async function endOf(child: ChildProcess): Promise<unknown> {
  const [code, signal] = await once(child, 'exit');
  return signal ?? code;
}
