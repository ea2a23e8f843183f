import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../fixture/free-port.ts';

/** A server in a separate process. */
export interface Served {
  address: string;
  pid: number;
  stop(): Promise<void>;
}

/** Starts the product with its sample content on an empty data folder. */
export async function startProduct(): Promise<Served> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
  const served = await startProcess(['--max-semi-space-size=8', 'server/main.ts'], (address) => ({
    PUBLIC_URL: address,
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: 'correct horse',
    LOG_LEVEL: 'warn',
  }));
  return {
    address: served.address,
    pid: served.pid,
    async stop() {
      await served.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Serves only the text of a page from a bare Node server: the minimum of any page. */
export async function startFloor(address: string): Promise<Served> {
  const html = await (await fetch(`${address}/`)).text();
  const text = html
    .slice(html.indexOf('<body>'))
    .replace(/<(script|style|svg)\b.*?<\/\1>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
  return startProcess([join(import.meta.dirname, 'floor-process.ts')], () => ({ FLOOR_TEXT: text }));
}

/** Starts a program that listens on PORT, and waits for its first line. */
export async function startProcess(
  argv: readonly string[],
  variables: (address: string) => Record<string, string>,
): Promise<Served> {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const env = { PATH: process.env.PATH, PORT: String(port), ...variables(address) };
  const child = spawn(process.execPath, argv, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  await firstLine(child);
  if (child.pid === undefined) throw new Error('The server did not start');
  return {
    address,
    pid: child.pid,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
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
}
