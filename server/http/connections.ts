import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Time limits of connections, in milliseconds. */
const timeLimits = {
  /** A request must arrive completely within this time: a stalled upload must not hold a connection. */
  requestTimeout: 30_000,
  headersTimeout: 15_000,
  /** For the next request; longer than proxies keep an idle connection. */
  keepAliveTimeout: 72_000,
  /** Accuracy of the limits for requests and headers. */
  connectionsCheckingInterval: 5_000,
};

/** Maximum number of open connections of a process; the system refuses further ones. */
const maxConnections = 2_000;

/** Makes the HTTP server with its limits. */
export function createHttpServer(listener: RequestListener): Server {
  const server = createServer(timeLimits, listener);
  limitConnections(server);
  return server;
}

/** Limits the open connections. From nine tenths of the limit on, idle ones are closed to make room for new ones. */
function limitConnections(server: Server): void {
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
