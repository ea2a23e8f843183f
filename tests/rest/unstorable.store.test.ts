import { afterAll, beforeAll, expect, test } from 'vitest';
import { maxPingsPerMinute } from '../../contract/health.ts';
import { clientHeadings, clients } from '../../db/schema/clients.ts';
import { healthMonitors, healthPings } from '../../db/schema/health.ts';
import { makeRest, type Rest } from './setup.ts';

// What a database cannot hold or count is the caller's mistake, on every database, and never a failure of ours.
let rest: Rest;
beforeAll(async () => {
  rest = await makeRest();
});
afterAll(() => rest.remove());

const large = [2 ** 31, 2 ** 53 - 1, -(2 ** 31) - 1, 1.5];
const texts = ['a\u0000b', 'a\ud800b'];

test.each([
  ['/unsubscribe/a%00b', 404],
  ['/unsubscribe/%ff', 400],
  ['/serverhealthbadge/a%00b.svg', 404],
  ['/serverhealthstatus/a-code-of-a-server%00', 404],
  ['/images/a%00b', 404],
  ['/api/twilio/status/2147483648', 404],
] as const)('GET %s: %i', async (path, status) => {
  expect((await rest.send('GET', path)).statusCode).toBe(status);
});

test('sign-in refuses user names and passwords that a database cannot hold', async () => {
  for (const username of texts) {
    const payload = new URLSearchParams({ grant_type: 'password', username, password: username }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await rest.send('POST', '/token', { body: payload, headers })).statusCode).toBe(400);
    const body = { UserName: username, Password: username };
    expect((await rest.send('POST', '/api/users/login', { body })).statusCode).toBe(401);
  }
});

test('procedures refuse versions and ids beyond 32 bits, and find no text that a database cannot hold', async () => {
  const ask = async (name: string, body: unknown) =>
    (await rest.send('POST', `/trpc/${name}`, { as: 'admin', body })).statusCode;
  const values = { text: 'Home', link: 'features', isActive: true };
  for (const number of large) {
    expect(await ask('menu.items.save', { id: 1, version: number, values })).toBe(400);
    expect(await ask('menu.items.delete', { id: number })).toBe(400);
    expect(await ask('menu.items.reorder', { ids: [number] })).toBe(400);
    expect(await ask('health.pause', { id: number, isPaused: true })).toBe(400);
    const contact = { twilioPhoneNumber: '+15005551001', friendlyName: 'Mira', isActive: true };
    expect(await ask('telephony.contacts.save', { parentId: number, values: contact })).toBe(400);
    expect(await ask('boards.addLabel', { categoryId: number, labelId: 'a'.repeat(24) })).toBe(400);
  }
  const test = { contactId: 1, text: 'Hello' };
  for (const text of texts)
    expect(await ask('telephony.contacts.sendTest', { ...test, requestId: `request ${text}` })).toBe(404);
});

test('maintenance refuses times that no calendar has', async () => {
  const windows = [
    ['+275760-09-01T00:00:00Z', '+275760-09-02T00:00:00Z'],
    ['-271821-04-21T00:00:00Z', '-271821-04-22T00:00:00Z'],
    ['0000-01-01T00:00:00Z', '0000-01-02T00:00:00Z'],
    ['x', 'y'],
  ];
  for (const [from, until] of windows) {
    const body = { clientId: 1, window: { from, until } };
    expect((await rest.send('POST', '/trpc/health.maintain', { as: 'admin', body })).statusCode).toBe(400);
  }
});

test('filters of the message log find nothing for text that a database cannot hold', async () => {
  for (const text of texts) {
    const input = encodeURIComponent(JSON.stringify({ toNumber: text, messageSid: text }));
    const answer = await rest.send('GET', `/trpc/telephony.log.page?input=${input}`, { as: 'admin' });
    expect([answer.statusCode, answer.json().result.data.count]).toEqual([200, 0]);
    const filter = { MessageID: text, ToNumber: text };
    expect(
      await rest.call('POST', '/api/twilio/gettwiliologlistbyfilter', { as: 'admin', body: filter }),
    ).toMatchObject({ status: 200, Data: [] });
  }
  expect((await rest.send('GET', '/api/twilio/log.csv?toNumber=%00', { as: 'admin' })).statusCode).toBe(200);
});

test('public forms refuse text that a database cannot hold', async () => {
  for (const text of texts) {
    const message = { name: text, email: 'ada@harbour.example', message: text };
    expect((await rest.call('POST', '/api/sendemail', { body: message })).status).toBe(400);
    expect((await rest.call('POST', '/api/subscribe', { body: { email: `${text}@harbour.example` } })).status).toBe(
      400,
    );
  }
});

test('a report is kept with whatever its server sent, as far as it is text', async () => {
  const { db } = rest.deps;
  const [heading] = await db.insert(clientHeadings).values({ title: 'C', subTitle: '', isActive: true }).returning();
  const client = { parentId: heading?.id ?? 0, name: '', displayOrder: 1, showOnHomePage: true, isActive: true };
  const [made] = await db.insert(clients).values(client).returning();
  const code = 'code-of-a-server';
  const monitor = { clientId: made?.id ?? 0, code, interval: 'hour', isActive: true, status: 'new' } as const;
  await db.insert(healthMonitors).values({ ...monitor, statusSince: new Date(0) });
  const bodies = [Buffer.from('a\0b'), Buffer.from([0x61, 0xed, 0xa0, 0x80, 0xff]), Buffer.from('\u{10ffff}')];
  expect(bodies.length).toBeLessThanOrEqual(maxPingsPerMinute);
  for (const payload of bodies) {
    const answer = await rest.app.inject({ method: 'POST', url: `/serverhealthstatus/${code}`, payload });
    expect([answer.statusCode, answer.body]).toEqual([200, 'OK']);
  }
  const kept = await db.select().from(healthPings).orderBy(healthPings.slot);
  expect(kept.map(({ body }) => body)).toEqual(['a\ufffdb', 'a\ufffd\ufffd\ufffd\ufffd', '\u{10ffff}']);
});
