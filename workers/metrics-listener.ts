import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CoreDependencies } from '../core/dependencies.ts';
import { mayReadMetrics, metricsRefusal } from '../core/metrics/access.ts';
import { metricsReader, metricsType } from '../core/metrics/metrics.ts';

export interface MetricsListenerOptions {
  port: number;
  host: string;
  /** Null: only callers on this machine may read. */
  token: string | null;
}

/** A running listener for `/metrics` and `/healthz`. */
export interface MetricsListener {
  port: number;
  close(): Promise<void>;
}

/** Serves `/metrics` and `/healthz` of a worker process; rejects if the port is in use. */
export async function startMetricsListener(
  deps: CoreDependencies,
  { port, host, token }: MetricsListenerOptions,
): Promise<MetricsListener> {
  const read = metricsReader(deps);
  async function handleRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url?.split('?')[0];
    response.setHeader('cache-control', 'no-store');
    response.setHeader('content-type', 'text/plain; charset=utf-8');
    if (path === '/healthz') return void response.end('ok\n');
    if (path !== '/metrics') return void response.writeHead(404).end('Not found\n');
    const call = { headers: request.headers, remoteAddress: request.socket.remoteAddress };
    if (!mayReadMetrics(call, token)) return void response.writeHead(token === null ? 403 : 401).end(metricsRefusal);
    const text = await read();
    response.setHeader('content-type', metricsType);
    response.end(text);
  }
  const server = createServer((request, response) => {
    handleRequest(request, response).catch((error: unknown) => {
      deps.log.error({ err: error }, 'metrics could not be read');
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  server.keepAliveTimeout = 5000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return {
    port: isAddress(address) ? address.port : port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
  };
}

function isAddress(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}
