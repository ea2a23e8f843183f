import type { Server, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** A request must arrive completely within this time: a stalled upload must not hold a connection. */
export const requestTimeoutMs = 30_000;

/** Time limits of connections; `connectionsCheckingInterval` is the accuracy of the others. */
export const connectionOptions: ServerOptions = { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 };

/** Maximum number of open connections of a process; the system refuses further ones. */
const maxConnections = 2_000;

/** Limits the open connections. From nine tenths of the limit on, idle ones are closed to make room for new ones. */
export function limitConnections(server: Server): void {
  server.maxConnections = maxConnections;
  let open = 0;
  server.on('connection', (socket) => {
    open += 1;
    socket.once('close', () => {
      open -= 1;
    });
    if (open > maxConnections * 0.9) server.closeIdleConnections();
  });
}

/**
 * Closes connections without a request when the server stops: browsers open some in advance, and Node.js does not count
 * them as idle, so that they would delay the stop.
 */
export function closeUnusedConnections(app: FastifyInstance): void {
  const open = new Set<Socket>();
  app.server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  app.addHook('preClose', async () => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  });
}
