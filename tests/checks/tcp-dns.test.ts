import { createSocket, type Socket } from 'node:dgram';
import { afterEach, expect, test } from 'vitest';
import { createResolver } from '../../core/checks/resolver.ts';
import { closeServers, localName, serveBytes, tryOnce } from './setup.ts';

const sockets: Socket[] = [];
afterEach(() => {
  closeServers();
  for (const socket of sockets.splice(0)) socket.close();
});

const name = (text: string) =>
  Buffer.concat([
    ...text.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)])),
    Buffer.from([0]),
  ]);
const types: Record<number, (value: string) => Buffer> = {
  1: (value) => Buffer.from(value.split('.').map(Number)),
  2: name,
  5: name,
  15: (value) => Buffer.concat([Buffer.from([0, 10]), name(value)]),
  16: (value) => Buffer.from([value.length, ...Buffer.from(value)]),
  28: (value) =>
    Buffer.from(value.split(':').flatMap((word) => [Number.parseInt(word, 16) >> 8, Number.parseInt(word, 16) & 255])),
};

/** A DNS server over UDP with one record for each type; without a record it answers that the name does not exist. */
async function serveNames(records: Record<number, string>) {
  const socket = createSocket('udp4');
  sockets.push(socket);
  socket.on('message', (question, { port, address }) => {
    const end = question.indexOf(0, 12) + 5;
    const type = question.readUInt16BE(end - 4);
    const value = records[type];
    const data = value === undefined ? null : types[type]?.(value);
    const header = Buffer.from([
      ...question.subarray(0, 2),
      0x81,
      data ? 0x80 : 0x83,
      0,
      1,
      0,
      data ? 1 : 0,
      0,
      0,
      0,
      0,
    ]);
    const record = data
      ? Buffer.concat([Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 1, 0, data.length]), data])
      : Buffer.alloc(0);
    socket.send(Buffer.concat([header, question.subarray(12, end), record]), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return createResolver([`127.0.0.1:${socket.address().port}`]);
}

test('each type of a DNS record', async () => {
  const resolver = await serveNames({
    1: '192.0.2.7',
    2: 'ns.example',
    5: 'www.example',
    15: 'mail.example',
    16: 'v=spf1 -all',
    28: '2001:db8:0:0:0:0:0:7',
  });
  const ask = (type: 'A' | 'AAAA' | 'CNAME' | 'MX' | 'TXT' | 'NS', value: string) =>
    tryOnce({ kind: 'dns', host: 'any.example', type, value }, { resolver });
  const expected = [
    ['A', '192.0.2.7'],
    ['AAAA', '2001:DB8::7'],
    ['CNAME', 'www.example.'],
    ['MX', 'mail.example'],
    ['MX', '10 Mail.Example'],
    ['TXT', 'spf1'],
    ['NS', 'ns.example'],
  ] as const;
  for (const [type, value] of expected) expect(await ask(type, value), type).toMatchObject({ ok: true, reason: '' });
  expect(await ask('A', '192.0.2.8')).toMatchObject({
    reason: 'No A record of any.example is 192.0.2.8; found: 192.0.2.7.',
  });
  const refusing = { resolver, arePrivateNetworksAllowed: false };
  const target = { kind: 'dns', host: 'any.example', type: 'A', value: '192.0.2.8' } as const;
  expect(await tryOnce(target, refusing)).toMatchObject({ reason: 'No A record of any.example is 192.0.2.8.' });
});

test('a name without records, and a DNS server that is silent', async () => {
  const resolver = await serveNames({});
  const target = { kind: 'dns', host: 'none.example', type: 'A', value: '192.0.2.8' } as const;
  expect(await tryOnce(target, { resolver })).toMatchObject({ ok: false, reason: 'The name does not exist.' });
  expect(await tryOnce({ kind: 'tcp', host: 'none.example', port: 80 }, { resolver })).toMatchObject({
    reason: 'The name does not exist.',
  });
  const silent = createSocket('udp4');
  sockets.push(silent);
  await new Promise<void>((resolve) => silent.bind(0, '127.0.0.1', resolve));
  const late = { resolver: createResolver([`127.0.0.1:${silent.address().port}`]) };
  expect(await tryOnce(target, late, { timeoutMs: 300 })).toMatchObject({
    reason: 'There was no complete answer within 0.3 s.',
  });
});

test('a TCP connection', async () => {
  const port = await serveBytes(() => {});
  expect(await tryOnce({ kind: 'tcp', host: localName, port })).toMatchObject({ ok: true, reason: '' });
  closeServers();
  expect(await tryOnce({ kind: 'tcp', host: localName, port })).toMatchObject({
    ok: false,
    reason: 'The server refused the connection.',
  });
});
