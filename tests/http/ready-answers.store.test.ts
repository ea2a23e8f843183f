import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { antiForgery } from '../../contract/session.ts';
import { startTestServer, type TestServer } from '../fixture/server.ts';
import { trpcClient } from '../fixture/trpc.ts';
import { parseMetrics } from '../metrics/text.ts';

let server: TestServer;
let api: ReturnType<typeof trpcClient>;
const agent = new Agent({ keepAlive: true });
beforeAll(async () => {
  server = await startTestServer({ SAMPLE_CONTENT: 'off' });
  api = trpcClient(server.address, server.adminToken);
  await addEntry('Published', true);
  await addEntry('Hidden', false);
});
afterEach(() => agent.destroy());
afterAll(() => server.stop());

async function addEntry(text: string, isActive: boolean): Promise<void> {
  await api.menu.items.save.mutate({ values: { text, link: 'features', isActive } });
}

interface Answer {
  status: number | undefined;
  /** Names and values as they were sent, without the date. */
  headers: string[];
  body: Buffer;
}

function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(`${server.address}${path}`, { agent, headers, method }, async (answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk);
      const date = answer.rawHeaders.indexOf('Date');
      resolve({
        status: answer.statusCode,
        headers: answer.rawHeaders.toSpliced(date, 2),
        body: Buffer.concat(chunks),
      });
    });
    asked.on('error', reject).end();
  });
}

function header({ headers }: Answer, name: string): string | undefined {
  const place = headers.findIndex((text, index) => index % 2 === 0 && text.toLowerCase() === name);
  return place === -1 ? undefined : headers[place + 1];
}

const page = '/';
const menuRest = '/api/getnavbardetail';
const menuQuery = '/trpc/menu.items.published';
const compressed = { 'accept-encoding': 'gzip, deflate, br, zstd' };

describe('a repeated public read', () => {
  test.each<[string, Record<string, string>]>([
    [page, compressed],
    [page, { 'accept-encoding': 'gzip' }],
    [page, {}],
    ['/?utm_source=letter', compressed],
    [menuRest, compressed],
    [`${menuRest}?page=2`, {}],
    [menuQuery, {}],
    [`${menuQuery}?batch=1&input=%7B%7D`, {}],
    ['/robots.txt', {}],
    ['/sitemap.xml', {}],
  ])('of %s with %j has the status, headers and bytes of the first', async (path, headers) => {
    await addEntry(`Before ${path}`, true);
    const first = await ask(path, headers);
    expect(first.status).toBe(200);
    expect(header(first, 'content-length')).toBe(String(first.body.length));
    for (let again = 0; again < 2; again += 1) expect(await ask(path, headers)).toEqual(first);
  });

  test.each([page, menuRest])(
    'of %s that the caller has is 304 each time, with the headers of RFC 9110',
    async (path) => {
      await addEntry(`Before 304 of ${path}`, true);
      const full = await ask(path, compressed);
      const etag = header(full, 'etag') ?? '';
      const first = await ask(path, { ...compressed, 'if-none-match': etag });
      expect(first).toMatchObject({ status: 304, body: Buffer.alloc(0) });
      for (const name of ['etag', 'vary', 'cache-control']) expect(header(first, name)).toBe(header(full, name));
      for (const name of ['content-type', 'content-length', 'content-encoding'])
        expect(header(first, name)).toBeUndefined();
      for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, '*'])
        expect(await ask(path, { ...compressed, 'if-none-match': tags })).toEqual(first);
      expect(await ask(path, { ...compressed, 'if-none-match': '"other"' })).toEqual(full);
    },
  );

  test('is compressed as each caller accepts', async () => {
    for (let round = 0; round < 3; round += 1) {
      for (const [accepted, encoding] of [
        ['br;q=0, gzip', 'gzip'],
        ['gzip;q=0, br;q=0.1', 'br'],
        ['identity', undefined],
        ['GZIP', 'gzip'],
      ] as const)
        expect(header(await ask(page, { 'accept-encoding': accepted }), 'content-encoding')).toBe(encoding);
    }
  });

  test('is counted like any other, with its duration', async () => {
    const counted = async () => {
      const { samples } = parseMetrics((await ask('/metrics')).body.toString());
      const value = (name: string, labels: string) =>
        samples.find((sample) => sample.name === name && sample.labels === labels)?.value ?? 0;
      return [
        value('vitrine_http_requests_total', '{route="/",method="GET",status="200"}'),
        value('vitrine_http_requests_total', '{route="/",method="GET",status="304"}'),
        value('vitrine_http_request_duration_seconds_count', '{route="/",method="GET"}'),
        value('vitrine_http_request_duration_seconds_bucket', '{le="10",route="/",method="GET"}'),
      ];
    };
    const etag = header(await ask(page), 'etag') ?? '';
    await ask(page, { 'if-none-match': etag });
    const before = await counted();
    for (let visits = 0; visits < 5; visits += 1) await ask(page);
    for (let visits = 0; visits < 3; visits += 1) await ask(page, { 'if-none-match': etag });
    const after = await counted();
    expect(after.map((value, place) => value - (before[place] ?? 0))).toEqual([5, 3, 8, 8]);
  });
});

describe('what is not the same for everyone', () => {
  test('signed-in reads and visitors’ reads by turns each get their own answer', async () => {
    const authorization = `Bearer ${server.adminToken}`;
    for (let round = 0; round < 3; round += 1) {
      const visitor = await ask(menuRest);
      expect(visitor.body.toString()).toContain('Published');
      expect(visitor.body.toString()).not.toContain('Hidden');
      const all = await ask(`${menuRest}?all=true`, { authorization });
      expect(all.body.toString()).toContain('Hidden');
      expect(header(all, 'cache-control')).toBe('no-store');
      expect(header(await ask(menuRest, { authorization }), 'cache-control')).toBe('no-store');
      expect((await ask(`${menuRest}?all=true`)).status).toBe(401);
      expect((await ask(menuRest, { authorization: 'Bearer wrong' })).body).toEqual(visitor.body);
    }
  });

  test('a query sets a cookie for a session only; the published records set none', async () => {
    for (let round = 0; round < 3; round += 1) {
      expect(header(await ask(menuQuery), 'set-cookie')).toBeUndefined();
      expect(header(await ask('/trpc/session.me'), 'set-cookie')).toContain(antiForgery.cookie);
      const signedIn = await ask(menuQuery, { authorization: `Bearer ${server.adminToken}` });
      expect(header(signedIn, 'set-cookie')).toContain(antiForgery.cookie);
    }
  });

  test('other methods of a ready address are answered as before', async () => {
    for (let round = 0; round < 2; round += 1) {
      const full = await ask(page, compressed);
      const head = await ask(page, compressed, 'HEAD');
      expect(head).toEqual({ ...full, body: Buffer.alloc(0) });
      expect((await ask(page, {}, 'POST')).status).toBe(404);
      expect((await ask(menuQuery, {}, 'POST')).status).toBeGreaterThanOrEqual(400);
    }
  });
});

test('a server that stops refuses a request that arrives late, and closes the connection', async () => {
  const closing = await startTestServer({ SAMPLE_CONTENT: 'off' });
  for (let visits = 0; visits < 2; visits += 1) await (await fetch(`${closing.address}/robots.txt`)).text();
  const socket = connect(Number(new URL(closing.address).port), '127.0.0.1');
  let text = '';
  socket.on('data', (bytes) => {
    text += bytes;
  });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  // Half a request: the connection is in use.
  socket.write('GET /robots.txt HTTP/1.1\r\nhost: localhost\r\n');
  await new Promise((resolve) => setTimeout(resolve, 100));
  const stopped = closing.stop();
  await new Promise((resolve) => setTimeout(resolve, 100));
  socket.write('\r\n');
  await Promise.all([closed, stopped]);
  expect(text).toMatch(/^HTTP\/1.1 503 /);
  expect(text.toLowerCase()).toContain('connection: close');
});
