import { createServer } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { closeServers, listen, localName, openConnections, resolverOf, serve, serveBytes, tryOnce } from './setup.ts';

afterEach(closeServers);

const well = { ok: true, reason: '' };
const failed = (reason: string | RegExp) => ({
  ok: false,
  reason: typeof reason === 'string' ? reason : expect.stringMatching(reason),
});
const late = failed('There was no complete answer within 0.3 s.');

test('judges status, words, JSON and time', async () => {
  const url = await serve((request, answer) => {
    answer.statusCode = Number(new URL(request.url ?? '', 'http://x').searchParams.get('status') ?? 200);
    setTimeout(() => answer.end(JSON.stringify({ state: 'well', items: [{ load: 2 }] })), 30);
  });
  const http = { kind: 'http', url } as const;
  const result = await tryOnce(http);
  expect(result).toMatchObject(well);
  expect(result.latencyMs).toBeGreaterThanOrEqual(25);
  const at503 = { ...http, url: `${url}/?status=503` };
  expect(await tryOnce(at503)).toMatchObject(failed('The server answered 503; expected 200–299.'));
  expect(
    await tryOnce({
      ...at503,
      statuses: [
        { from: 200, to: 204 },
        { from: 503, to: 503 },
      ],
    }),
  ).toMatchObject(well);
  expect(await tryOnce({ ...http, mustContain: ['well', 'items'] })).toMatchObject(well);
  expect(await tryOnce({ ...http, mustContain: ['unwell'] })).toMatchObject(
    failed('The answer does not contain “unwell”.'),
  );
  expect(await tryOnce({ ...http, mustNotContain: ['state'] })).toMatchObject(failed('The answer contains “state”.'));
  expect(await tryOnce({ ...http, json: { path: '$.items[0].load', equals: '2' } })).toMatchObject(well);
  expect(await tryOnce({ ...http, json: { path: 'state', equals: 'ill' } })).toMatchObject(
    failed('state is “well” in the JSON answer; expected “ill”.'),
  );
  expect(await tryOnce({ ...http, json: { path: 'items.1', equals: '' } })).toMatchObject(
    failed('The JSON answer has no items.1.'),
  );
  expect(await tryOnce({ ...http, json: { path: 'constructor.name', equals: 'Object' } })).toMatchObject(
    failed(/has no/),
  );
  expect(await tryOnce({ ...http, maxResponseMs: 5 })).toMatchObject(
    failed(/^The answer took \d+ ms; the limit is 5 ms\.$/),
  );
});

test('sends method, headers and body, and masks them in reasons', async () => {
  const url = await serve((request, answer) => {
    request
      .toArray()
      .then((chunks) => answer.end(JSON.stringify([request.method, request.headers['x-key'], chunks.join('')])));
  });
  const secrets = { headers: [{ name: 'X-Key', value: 'Bearer s3cr3t-token' }], body: 'password=hunter22' };
  const http = { kind: 'http', url, method: 'POST' } as const;
  expect(
    await tryOnce({ ...http, mustContain: ['"POST","Bearer s3cr3t-token","password=hunter22"'] }, {}, secrets),
  ).toMatchObject(well);
  const { reason } = await tryOnce({ ...http, json: { path: '[1]', equals: 'x' } }, {}, secrets);
  expect(reason).toBe('[1] is “***” in the JSON answer; expected “x”.');
});

test('follows redirects of the same scheme up to a limit, and gives headers to no other origin', async () => {
  const seen: unknown[] = [];
  const other = await serve((request, answer) => {
    seen.push([request.method, request.headers.authorization]);
    answer.end('other');
  });
  const url = await serve((request, answer) => {
    const [, path = '', count = '0'] = (request.url ?? '').split('/');
    const locations: Record<string, string> = {
      loop: '/loop',
      count: count === '3' ? '/end' : `/count/${Number(count) + 1}`,
      other,
      scheme: 'https://server.example/',
      file: 'file:///etc/passwd',
      bad: 'http://[',
    };
    const location = locations[path];
    answer.writeHead(location ? 302 : 200, location ? { location } : {}).end(path);
  });
  const to = (path: string, maxRedirects = 5) => ({ kind: 'http', url: `${url}/${path}`, maxRedirects }) as const;
  expect(await tryOnce({ ...to('count/0'), mustContain: ['end'] })).toMatchObject(well);
  expect(await tryOnce(to('count/0', 3))).toMatchObject(failed('The server redirected more than 3 times.'));
  expect(await tryOnce(to('loop'))).toMatchObject(failed('The server redirected more than 5 times.'));
  expect(await tryOnce(to('loop', 0))).toMatchObject(failed('The server answered 302; expected 200–299.'));
  expect(await tryOnce(to('scheme'))).toMatchObject(failed('The server redirected from http to https.'));
  expect(await tryOnce(to('file'))).toMatchObject(failed('The server redirected from http to file.'));
  expect(await tryOnce(to('bad'))).toMatchObject(failed('The server redirected to an address that is none.'));
  const secrets = { headers: [{ name: 'Authorization', value: 'Basic abcdef' }], body: 'secret' };
  expect(await tryOnce({ ...to('other'), method: 'POST', mustContain: ['other'] }, {}, secrets)).toMatchObject(well);
  expect(seen).toEqual([['GET', undefined]]);
});

test('a server that hangs at any stage fails at the time limit, and its connection is closed', async () => {
  const stages = [
    '',
    'HTTP/1.1 200 OK\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n',
    'HTTP/1.1 100 Continue\r\n\r\n',
  ];
  for (const bytes of stages) {
    const port = await serveBytes((socket) => socket.resume().write(bytes));
    const target = { kind: 'http', url: `http://${localName}:${port}/` } as const;
    expect(await tryOnce(target, {}, { timeoutMs: 300 }), bytes).toMatchObject(late);
  }
  await expect.poll(openConnections).toBe(0);
  const neverResolved = { ...resolverOf({}), addresses: () => new Promise<never>(() => {}) };
  const target = { kind: 'http', url: 'http://silent.example/' } as const;
  expect(await tryOnce(target, { resolver: neverResolved }, { timeoutMs: 300 })).toMatchObject(late);
});

test('lies and floods fail or are cut', async () => {
  const answers = async (start: string, more = '') => {
    const port = await serveBytes((socket) => {
      socket.resume().write(start);
      if (more === '') return socket.end();
      const flood = () => {
        while (!socket.destroyed && socket.write(more));
      };
      socket.on('drain', flood);
      flood();
      return socket;
    });
    return { kind: 'http', url: `http://${localName}:${port}/` } as const;
  };
  const head = 'HTTP/1.1 200 OK\r\n';
  const short = await answers(`${head}Content-Length: 100\r\n\r\nabc`);
  expect(await tryOnce(short)).toMatchObject(
    failed('The server closed the connection before its answer was complete.'),
  );
  expect(await tryOnce(await answers(`${head}Content-Length: 3\r\n\r\nabcdef`))).toMatchObject(
    failed('The answer is not valid HTTP.'),
  );
  expect(await tryOnce(await answers(`${head}Content-Length: -3\r\n\r\nabc`))).toMatchObject(
    failed('The answer is not valid HTTP.'),
  );
  expect(await tryOnce(await answers('SSH-2.0-OpenSSH\r\n'))).toMatchObject(failed('The answer is not valid HTTP.'));
  expect(await tryOnce(await answers(head, 'X-Flood: 0123456789\r\n'))).toMatchObject(
    failed('The headers of the answer are too long.'),
  );
  const endless = await answers(`${head}Content-Type: text/plain\r\n\r\nbegin`, 'flood '.repeat(1000));
  expect(await tryOnce({ ...endless, mustContain: ['begin'] })).toMatchObject(well);
  expect(await tryOnce({ ...endless, mustContain: ['end'] })).toMatchObject(
    failed('The answer does not contain “end” in its first 1 MB.'),
  );
  expect(await tryOnce({ ...endless, json: { path: 'a', equals: '' } })).toMatchObject(
    failed('The answer is longer than 1 MB.'),
  );
  const packed = await answers(`${head}Content-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc`);
  expect(await tryOnce({ ...packed, mustContain: ['a'] })).toMatchObject(failed(/compressed/));
  await expect.poll(openConnections).toBe(0);
  const port = await listen(createServer());
  closeServers();
  expect(await tryOnce({ kind: 'http', url: `http://${localName}:${port}/` })).toMatchObject(
    failed('The server refused the connection.'),
  );
});
