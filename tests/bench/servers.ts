import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../fixture/free-port.ts';
import { startOptions } from '../fixture/run-program.ts';
import { admin } from '../fixture/server.ts';

/** A server in a separate process. */
export interface Served {
  address: string;
  pid: number;
  stop(): Promise<void>;
}

/** Options of a product process. */
interface ProductOptions {
  /** Node.js options besides those of `npm start`. */
  node?: readonly string[];
  /** Variables besides the ones every bench sets; DATA_DIR names an existing installation. */
  variables?: Record<string, string>;
}

/** Starts the product, as `npm start` does, by default with its sample content on an empty data folder. */
export async function startProduct({ node = [], variables = {} }: ProductOptions = {}): Promise<Served> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
  const served = await startProcess([...startOptions, ...node, 'server/main.ts'], (address) => ({
    PUBLIC_URL: address,
    DATA_DIR: folder,
    ADMIN_PASSWORD: admin.password,
    LOG_LEVEL: 'warn',
    // No server listens there: a bench that sends messages starts a fake.
    TWILIO_API_BASE: 'http://127.0.0.1:9',
    TRELLO_API_BASE: 'http://127.0.0.1:9',
    ...variables,
  }));
  return {
    address: served.address,
    pid: served.pid,
    async stop() {
      await served.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Starts a program that listens on PORT, and waits for its first line. It ends with this process. */
export async function startProcess(
  argv: readonly string[],
  variables: (address: string) => Record<string, string>,
  input = '',
): Promise<Served> {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const env = { PATH: process.env.PATH, PORT: String(port), ...variables(address) };
  const child = spawn(process.execPath, argv, { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const endWithUs = () => void child.kill('SIGKILL');
  process.once('exit', endWithUs);
  child.stdin.end(input);
  await firstLine(child);
  if (child.pid === undefined) throw new Error('The server did not start');
  return {
    address,
    pid: child.pid,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      process.off('exit', endWithUs);
    },
  };
}

/** Waits until the process is ready; rejects if it ends before. */
async function firstLine(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`A server ended with ${code} before it was ready`);
  });
  await Promise.race([child.stdout && once(child.stdout, 'data'), ended]);
  // From here on the process may end.
  ended.catch(() => {});
  // An unread pipe would fill up and stop the process.
  child.stdout?.resume();
}
