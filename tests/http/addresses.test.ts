import { afterEach, expect, test } from 'vitest';
import { auditEntries } from '../../db/schema/audit.ts';
import { makeSetup, type Setup } from '../inbox/setup.ts';

let setup: Setup;
afterEach(() => setup.remove());

/** The address that the audit log shows for a failed sign-in. */
async function recordedAddress(remoteAddress: string, forwardedFor: string): Promise<string | undefined> {
  await setup.app.inject({
    method: 'POST',
    url: '/api/users/login',
    payload: { UserName: 'nobody', Password: 'wrong' },
    remoteAddress,
    headers: { 'x-forwarded-for': forwardedFor },
  });
  const [entry] = await setup.deps.db.select().from(auditEntries);
  return entry?.ip;
}

test.each([
  ['off', '192.0.2.1', '203.0.113.9', '192.0.2.1'],
  ['on', '192.0.2.1', '203.0.113.9', '203.0.113.9'],
  // A client can send the header too: only the entry that the proxy has added counts.
  ['on', '192.0.2.1', '198.51.100.1, 203.0.113.9', '203.0.113.9'],
  ['2', '192.0.2.1', '198.51.100.1, 203.0.113.9, 192.0.2.2', '203.0.113.9'],
  ['192.0.2.0/24', '192.0.2.1', '198.51.100.1, 203.0.113.9, 192.0.2.2', '203.0.113.9'],
  ['192.0.2.0/24', '203.0.113.7', '198.51.100.1', '203.0.113.7'],
  ['loopback,fd00::/8', 'fd00::1', '2001:DB8::9', '2001:db8::9'],
  ['on', '192.0.2.1', '203.0.113.9:4711', '203.0.113.9'],
  ['on', '192.0.2.1', '[2001:db8::9]:4711', '2001:db8::9'],
  ['on', '::ffff:192.0.2.1', 'unknown', '192.0.2.1'],
  ['on', '192.0.2.1', "x'; drop table users", '192.0.2.1'],
  ['on', '192.0.2.1', '::ffff:203.0.113.9', '203.0.113.9'],
])(
  'TRUST_PROXY=%s, connection from %s, X-Forwarded-For %j: %s',
  async (trusted, remoteAddress, forwarded, expected) => {
    setup = await makeSetup({ TRUST_PROXY: trusted });
    expect(await recordedAddress(remoteAddress, forwarded)).toBe(expected);
  },
);

test('a host with a /64 of IPv6 addresses is limited as one address', async () => {
  setup = await makeSetup();
  const send = (ip: string) =>
    setup.visitor(ip).inbox.send({ name: 'Ann', email: 'ann@example.org', message: 'Hello there' });
  for (let host = 0; host < 20; host += 1) await send(`2001:db8::${host}`);
  await expect(send('2001:db8::ffff:0:1')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  await send('2001:db8:0:1::1');
});
