import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { telephonyClients, telephonyContacts, telephonyMessages, telephonyOptOuts } from '../../db/schema/telephony.ts';
import { appRouter } from '../../server/trpc/app-router.ts';
import { createCallerFactory } from '../../server/trpc/procedures.ts';
import { sessionFor } from '../fixture/session.ts';
import { addSignedIn } from '../fixture/users.ts';
import { makeSetup, type Setup } from '../health/setup.ts';

let setup: Setup;
beforeEach(async () => {
  setup = await makeSetup();
  await setup.sweep();
});
afterEach(() => setup.remove());

const dayMs = 86_400_000;
const midnight = () => new Date(Math.floor(Number(setup.clock.now()) / dayMs) * dayMs).toISOString();

test('a client sees the state of its own servers, the offline ones first', async () => {
  const account = await setup.addAccount();
  const mill = await setup.addServer({ name: 'Mill', telephonyClientId: account.id });
  const forge = await setup.addServer({ name: 'Forge', displayOrder: 2, telephonyClientId: account.id });
  await setup.addServer({ name: 'Dock', telephonyClientId: account.id + 1 });
  await setup.ping(mill.code);
  await setup.ping(forge.code);
  await setup.clock.elapse(60);
  await setup.ping(forge.code, '/3', { method: 'POST', payload: 'disk full' });
  const { servers, checkedAt } = await setup.client(account.id).desk.ownServers();
  expect(checkedAt).toEqual(setup.clock.now());
  expect(servers).toMatchObject([
    { name: 'Forge', status: 'offline', since: setup.clock.now(), outage: { exitCode: 3, detail: 'disk full' } },
    { name: 'Mill', status: 'online', outage: null, maintenanceUntil: null },
  ]);
  // Health codes are not for clients.
  expect(JSON.stringify(servers)).not.toContain(mill.code);
});

test('a client sees its messages by day and the last one that did not arrive, with the reason', async () => {
  const { db, now } = setup.deps;
  const account = await setup.addAccount();
  const other = await setup.addAccount();
  const contactId = await setup.addContact(account.id);
  const message = (
    telephonyClientId: number,
    status: 'delivered' | 'undelivered' | 'failed',
    daysAgo: number,
    more = {},
  ) => ({
    telephonyClientId,
    fromNumber: '+1',
    toNumber: '+15005551001',
    accountSid: 'AC',
    status,
    rank: 7,
    createdOn: new Date(Number(now()) - daysAgo * dayMs),
    ...more,
  });
  await db
    .insert(telephonyMessages)
    .values([
      message(account.id, 'delivered', 0),
      message(account.id, 'delivered', 1),
      message(account.id, 'undelivered', 2, { contactId, error: { code: 30003, message: '' } }),
      message(account.id, 'failed', 3, { error: { code: 30004, message: '' } }),
      message(account.id, 'failed', 8),
      message(other.id, 'failed', 0),
    ]);
  const own = await setup.client(account.id).desk.ownMessages({ midnight: midnight() });
  expect(own.counts).toMatchObject([{}, {}, {}, { failed: 1 }, { failed: 1 }, { delivered: 1 }, { delivered: 1 }]);
  expect(own.counts.reduce((sum, { failed }) => sum + failed, 0)).toBe(2);
  expect(own.lastFailed).toMatchObject({
    name: 'Contact +15005551001',
    at: new Date(Number(now()) - 2 * dayMs),
    reason: 'The phone is switched off or out of reach. (Twilio error 30003)',
  });
  expect(await setup.client(other.id + 1).desk.ownMessages({ midnight: midnight() })).toMatchObject({
    isComplete: true,
    lastFailed: null,
  });
});

test('a client sees which of its people are notified', async () => {
  const { db, now } = setup.deps;
  const account = await setup.addAccount();
  await setup.addContact(account.id, '+15005551001');
  const inactive = await setup.addContact(account.id, '+15005551002');
  const landline = await setup.addContact(account.id, '+15005551003');
  await setup.addContact(account.id, '+15005551004');
  await db.update(telephonyContacts).set({ isActive: false }).where(eq(telephonyContacts.id, inactive));
  await db.update(telephonyContacts).set({ problem: 'A landline' }).where(eq(telephonyContacts.id, landline));
  await db
    .insert(telephonyOptOuts)
    .values({ telephonyClientId: account.id, phoneNumber: '+15005551004', optedOutAt: now() });
  const client = setup.client(account.id);
  const { contacts, isAccountActive } = await client.desk.ownContacts();
  expect(isAccountActive).toBe(true);
  expect(contacts.map(({ number, isReachable }) => [number, isReachable])).toEqual([
    ['+15005551001', true],
    ['+15005551002', false],
    ['+15005551003', false],
    ['+15005551004', false],
  ]);
  await db.update(telephonyClients).set({ isActive: false }).where(eq(telephonyClients.id, account.id));
  expect((await client.desk.ownContacts()).contacts.some(({ isReachable }) => isReachable)).toBe(false);
});

test('several people of an account see the same account, and no other', async () => {
  // The Owner who invites.
  await addSignedIn(setup.deps, 'Admin');
  const [one, two] = [await setup.addAccount(), await setup.addAccount()];
  const people = [
    { userName: 'anna', account: one },
    { userName: 'bert', account: one },
    { userName: 'cleo', account: two },
  ];
  for (const { id } of [one, two]) {
    await setup.addContact(id);
    await setup.addServer({ name: `Server of ${id}`, telephonyClientId: id });
  }
  for (const [place, { userName, account }] of people.entries()) {
    const invitation = { firstName: 'A', lastName: 'B', email: '', role: 'Client', way: 'shown' } as const;
    const { id } = await setup.admin.users.invite({ ...invitation, userName, telephonyClientId: account.id });
    const session = sessionFor('Client', { userId: id, userName, telephonyClientId: account.id });
    const api = createCallerFactory(appRouter)({ deps: setup.deps, session, ip: '', requestId: String(place) });
    expect((await api.desk.ownServers()).servers.map(({ name }) => name)).toEqual([`Server of ${account.id}`]);
    expect((await api.desk.ownContacts()).contacts).toHaveLength(1);
    expect((await api.telephony.contacts.list({})).map(({ parentId }) => parentId)).toEqual([account.id]);
    expect((await api.health.list()).map(({ name }) => name)).toEqual([`Server of ${account.id}`]);
  }
});

test('a client without an account sees nothing, and others have no overview', async () => {
  await setup.addServer({ telephonyClientId: null });
  expect((await setup.client(null).desk.ownServers()).servers).toEqual([]);
  expect((await setup.client(null).desk.ownContacts()).contacts).toEqual([]);
  await expect(setup.admin.desk.ownServers()).rejects.toMatchObject({ code: 'FORBIDDEN' });
});
