import { afterEach, expect, test } from 'vitest';
import { refusalOf } from '../../core/checks/addresses.ts';
import { closeServers, resolverOf, serve, serveBytes, tryOnce } from './setup.ts';

afterEach(closeServers);

const metadata = [
  '169.254.169.254',
  '::ffff:169.254.169.254',
  '::ffff:a9fe:a9fe',
  '64:ff9b::a9fe:a9fe',
  '2002:a9fe:a9fe::1',
  '::169.254.169.254',
  '2001:0:0:0:0:0:5601:5601',
  'fe80::5efe:a9fe:a9fe',
  'fd00:ec2::254',
  'fd20:ce::254',
  '100.100.100.200',
  '168.63.129.16',
];
const inside = [
  '127.0.0.1',
  '127.9.9.9',
  '0.0.0.0',
  '10.1.2.3',
  '172.31.0.1',
  '192.168.0.1',
  '100.64.0.1',
  '169.254.1.1',
  '224.0.0.1',
  '255.255.255.255',
  '198.18.0.1',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:0:10.0.0.1',
  '64:ff9b::10.0.0.1',
  '2002:0a00:0001::1',
  'fe80::1',
  'fd12::1',
  'ff02::1',
  'fec0::1',
];
const outside = ['1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '64:ff9b::1.1.1.1', '::ffff:1.1.1.1'];

test('metadata addresses are refused always, others outside the internet without the setting', () => {
  for (const address of metadata)
    expect([address, refusalOf(address, true)]).toEqual([address, expect.stringMatching(/metadata/)]);
  for (const address of inside) {
    expect([address, refusalOf(address, true)]).toEqual([address, null]);
    expect([address, refusalOf(address, false)]).toEqual([address, expect.stringMatching(/private/)]);
  }
  for (const address of outside) expect([address, refusalOf(address, false)]).toEqual([address, null]);
  for (const text of ['', 'localhost', '1.2.3', 'fe80::1%eth0', '0x7f.1']) expect(refusalOf(text, true)).not.toBeNull();
});

const refusing = { arePrivateNetworksAllowed: false };

test('no kind connects to a private address, however it is written', async () => {
  let connections = 0;
  const port = await serveBytes(() => {
    connections += 1;
  });
  const resolver = resolverOf({ 'inner.example': ['127.0.0.1'], 'mixed.example': ['1.1.1.1', '127.0.0.1'] });
  const hosts = ['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '[::1]', '[::ffff:127.0.0.1]'];
  for (const host of [...hosts, 'inner.example', 'mixed.example'])
    expect(
      await tryOnce({ kind: 'http', url: `http://${host}:${port}/` }, { resolver, ...refusing }),
      host,
    ).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/is in a private network\.$/),
    });
  for (const kind of ['tcp', 'tls'] as const)
    for (const host of ['127.0.0.1', '::1', 'inner.example', 'mixed.example'])
      expect(await tryOnce({ kind, host, port }, { resolver, ...refusing }), host).toMatchObject({
        reason: expect.stringMatching(/is in a private network\.$/),
      });
  expect(connections).toBe(0);
});

test('a redirect to a metadata address is refused, and each name of a chain is looked up once', async () => {
  const asked: string[] = [];
  const names = resolverOf({ 'a.example': ['127.0.0.1'], 'b.example': ['169.254.169.254'] });
  const resolver = {
    ...names,
    addresses(name: string) {
      asked.push(name);
      return names.addresses(name);
    },
  };
  const url = await serve((_request, answer) => answer.writeHead(302, { location: 'http://b.example/latest/' }).end());
  const target = { kind: 'http', url: url.replace('server.example', 'a.example') } as const;
  expect(await tryOnce(target, { resolver })).toMatchObject({
    ok: false,
    reason: 'b.example is not checked: 169.254.169.254 is a metadata address of clouds.',
  });
  expect(asked).toEqual(['a.example', 'b.example']);
});

test('a name that changes between look-up and connection is of no use', async () => {
  let isAsked = 0;
  const url = await serve((_request, answer) => answer.end('inner'));
  // The first answer may be checked, the second one would be a private address.
  const resolver = {
    ...resolverOf({}),
    async addresses() {
      isAsked += 1;
      return [{ address: isAsked === 1 ? '192.0.2.1' : '127.0.0.1', family: 4 as const }];
    },
  };
  const result = await tryOnce({ kind: 'http', url }, { resolver }, { timeoutMs: 300 });
  expect([result.ok, isAsked]).toEqual([false, 1]);
  expect((await tryOnce({ kind: 'http', url }, { resolver })).ok).toBe(true);
  expect((await tryOnce({ kind: 'http', url }, { resolver, ...refusing })).reason).toMatch(/private network/);
});
