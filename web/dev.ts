/**
 * `npm run dev`: builds, starts the server, and on every change rebuilds, restarts and reloads the browser.
 * A proxy in front of the server adds the reload script; apart from that, the pages equal those of `npm start`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const port = Number(process.env.PORT ?? 3000);
const serverPort = port + 1;
const browsers = new Set<ServerResponse>();
const reloadScript = `new EventSource('/__dev/events').onmessage = () => location.reload();`;

let server: ChildProcess | undefined;

function build(): Promise<number> {
  const child = spawn(process.execPath, ['web/build.ts', '--if-needed'], { cwd: root, stdio: 'inherit' });
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
}

async function restart(): Promise<void> {
  const old = server;
  if (old && old.exitCode === null) {
    const exited = new Promise((resolve) => old.once('exit', resolve));
    old.kill('SIGTERM');
    await exited;
  }
  const env = {
    ...process.env,
    PORT: String(serverPort),
    PUBLIC_URL: process.env.PUBLIC_URL || `http://localhost:${port}`,
  };
  server = spawn(process.execPath, ['server/main.ts'], { cwd: root, stdio: 'inherit', env });
}

async function isReady(): Promise<boolean> {
  return fetch(`http://127.0.0.1:${serverPort}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  );
}

async function refresh(): Promise<void> {
  if ((await build()) !== 0) return;
  await restart();
  for (let attempt = 0; attempt < 100 && !(await isReady()); attempt += 1)
    await new Promise((resolve) => setTimeout(resolve, 100));
  for (const browser of browsers) browser.write('data: reload\n\n');
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
  if (incoming.url === '/__dev/events') {
    outgoing.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    browsers.add(outgoing);
    incoming.once('close', () => browsers.delete(outgoing));
    return;
  }
  if (incoming.url === '/__dev/reload.js') {
    outgoing.writeHead(200, { 'content-type': 'text/javascript' }).end(reloadScript);
    return;
  }
  const headers = { ...incoming.headers, 'accept-encoding': 'identity' };
  const upstream = request(
    { host: '127.0.0.1', port: serverPort, path: incoming.url, method: incoming.method, headers },
    (answer) => {
      const isPage = String(answer.headers['content-type']).startsWith('text/html') && answer.statusCode === 200;
      const { 'content-length': length, ...rest } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, isPage || length === undefined ? rest : answer.headers);
      answer.pipe(outgoing, { end: !isPage });
      if (isPage) answer.once('end', () => outgoing.end('<script src="/__dev/reload.js"></script>'));
    },
  );
  upstream.once('error', () =>
    outgoing.writeHead(503, { 'retry-after': '1' }).end('The server is starting; reload in a moment.'),
  );
  incoming.pipe(upstream);
}

let timer: NodeJS.Timeout | undefined;
let running: Promise<void> = Promise.resolve();
for (const folder of ['contract', 'db', 'core', 'server', 'workers', 'web']) {
  watch(join(root, folder), { recursive: true }, (_event, file) => {
    if (file === null || file.startsWith('dist')) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(refresh);
    }, 150);
  });
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    server?.kill('SIGTERM');
    process.exit(0);
  });
}
createServer(forward).listen(port, '127.0.0.1');
await refresh();
