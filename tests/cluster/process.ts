import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A product process that a test started. */
export interface ProductProcess {
  pid: number;
  /** Its output so far, for failure messages. */
  output(): string;
  /** Ends the process and waits; returns the exit code, null after a signal. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

const root = join(import.meta.dirname, '..', '..');

/** Starts a program of the product as its npm script does; it ends with this process. */
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
