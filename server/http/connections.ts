import type { Server, ServerOptions } from 'node:http';

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
