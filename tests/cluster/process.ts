import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A process of the product that a test started. */
export interface ProductProcess {
  pid: number;
  /** What it has written so far, for a failure's message. */
  output(): string;
  /** Ends it by its process id and waits; its exit code, null when a signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

const root = join(import.meta.dirname, '..', '..');

/** Starts a program of the product as its npm script does; ends with this process. */
export function startProductProcess(parameters: readonly string[], variables: Record<string, string>): ProductProcess {
  const env = { PATH: process.env.PATH ?? '', ...variables };
  const child = spawn(process.execPath, parameters, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const keep = (bytes: Buffer) => {
    output = (output + bytes).slice(-400_000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const endWithUs = () => void child.kill('SIGKILL');
  process.once('exit', endWithUs);
  return {
    pid: child.pid ?? 0,
    output: () => output,
    async end(signal) {
      process.off('exit', endWithUs);
      if (child.exitCode === null && child.signalCode === null) {
        const exited = once(child, 'exit');
        child.kill(signal);
        await exited;
      }
      return child.exitCode;
    },
  };
}
