import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import type { z } from 'zod';
import { checkSettings } from '../../contract/checks.ts';
import { attempt } from '../../core/checks/attempt.ts';
import type { Resolver } from '../../core/checks/resolver.ts';
import type { CheckDeps, CheckSecrets, Result } from '../../core/checks/result.ts';

type Settings = z.input<typeof checkSettings>;

/** A name that leads to this machine. */
export const localName = 'server.example';

/** Answers as a DNS server: each name has its addresses. */
export function resolverOf(names: Record<string, string[]>, records: Record<string, string[]> = {}): Resolver {
  const missing = () => Object.assign(new Error('not found'), { code: 'ENOTFOUND' });
  return {
    async addresses(name) {
      const found = names[name];
      if (!found) throw missing();
      return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    },
    async records(name, type) {
      const found = records[`${name} ${type}`];
      if (!found) throw missing();
      return found;
    },
  };
}

/** What attempts need, with private networks allowed and `localName` on this machine. */
export function checkDeps(fields: Partial<CheckDeps> = {}): CheckDeps {
  return {
    now: () => new Date(),
    resolver: resolverOf({ [localName]: ['127.0.0.1'] }),
    arePrivateNetworksAllowed: true,
    rdapBootstrapUrl: 'http://rdap.example/dns.json',
    ...fields,
  };
}

/** Attempts a check once. */
export function tryOnce(
  target: Settings['target'],
  deps: Partial<CheckDeps> = {},
  { timeoutMs = 5000, ...secrets }: Partial<CheckSecrets> & { timeoutMs?: number } = {},
): Promise<Result> {
  const settings = checkSettings.parse({ target, timeoutMs, everySeconds: 86_400 });
  return attempt({ ...settings, secrets: { headers: [], body: null, ...secrets } }, checkDeps(deps));
}

const servers: { server: Server; sockets: Set<Socket> }[] = [];

/** Starts a server on a free port of this machine, until `closeServers`. */
export async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  servers.push({ server, sockets });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return portOf(server.address());
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** An HTTP server; its address. */
export async function serve(answer: RequestListener): Promise<string> {
  return `http://${localName}:${await listen(createHttpServer(answer))}`;
}

/** A server that answers a connection with bytes as they are; its port. */
export function serveBytes(answer: (socket: Socket) => void): Promise<number> {
  return listen(createTcpServer(answer));
}

/** Open connections to the started servers. */
export const openConnections = () => servers.reduce((sum, { sockets }) => sum + sockets.size, 0);

/** Closes the started servers. */
export function closeServers(): void {
  for (const { server, sockets } of servers.splice(0)) {
    server.close();
    for (const socket of sockets) socket.destroy();
  }
}
