// A bare Fastify route that writes nothing: what recording reports is measured against.
import fastify from 'fastify';

const app = fastify();
app.get('/serverhealthstatus/*', async () => 'OK');
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
process.stdout.write('ready\n');
process.on('SIGTERM', () => process.exit(0));
