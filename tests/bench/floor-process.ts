// A server that sends the answer on standard input to every GET request: bare node:http, or a bare Fastify route.
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import fastify from 'fastify';
import { z } from 'zod';

const answer = z.object({
  kind: z.enum(['http', 'fastify']),
  status: z.int(),
  headers: z.array(z.string()),
  type: z.string(),
  body: z.base64(),
});
const { kind, status, headers, type, ...sent } = answer.parse(await json(process.stdin));
const body = Buffer.from(sent.body, 'base64');
const address = { port: Number(process.env.PORT), host: '127.0.0.1' };

if (kind === 'http') {
  const server = createServer((_request, response) => void response.writeHead(status, headers).end(body));
  await new Promise<void>((resolve) => server.listen(address, resolve));
} else {
  const app = fastify();
  app.get('/*', async (_request, reply) => reply.code(status).type(type).send(body));
  await app.listen(address);
}
process.stdout.write('ready\n');
process.on('SIGTERM', () => process.exit(0));
