import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { alarmGroups } from '../../db/schema/alarms.ts';
import { clients } from '../../db/schema/clients.ts';
import { healthMonitors } from '../../db/schema/health.ts';
import { hour, minute } from '../health/setup.ts';
import { makeAlarmSetup } from './setup.ts';

let setup: Awaited<ReturnType<typeof makeAlarmSetup>>;
let account: number;
let contactId: number;
beforeEach(async () => {
  setup = await makeAlarmSetup();
  account = (await setup.addAccount()).id;
  contactId = await setup.addContact(account);
});
afterEach(() => setup.remove());

/** Servers of the account that have sent a ping. */
async function addServers(names: readonly string[], telephonyClientId: number | null = account) {
  const servers = [];
  for (const name of names) {
    const server = await setup.addServer({ name, telephonyClientId });
    await setup.ping(server.code);
    servers.push({ ...server, name });
    // The first of a list goes offline first.
    await setup.clock.elapse(1);
  }
  return servers;
}
const texts = async () => (await setup.messagesTo(contactId)).map(({ body }) => body);

test('servers of an account that go offline together are one message, and so is their return', async () => {
  const servers = await addServers(['db-1', 'web-1', 'web-2', 'mail']);
  await setup.leap(2 * hour);
  for (const { code } of servers) await setup.ping(code);
  await setup.pass(minute);
  expect(await texts()).toEqual([
    expect.stringMatching(/^4 servers offline since 20\d\d-\d\d-\d\d \d\d:\d\d UTC, first: db-1: web-1, web-2, mail/),
    expect.stringMatching(/^4 servers back online since .*, first: db-1: web-1, web-2, mail/),
  ]);
});

test('one or two servers keep their own texts; summaries and reminders do too', async () => {
  await addServers(['db-1', 'web-1']);
  await setup.leap(2 * hour);
  expect(await texts()).toEqual([
    expect.stringMatching(/^db-1 has been silent for/),
    expect.stringMatching(/^web-1 has been silent for/),
  ]);
});

test('servers of different accounts are separate notifications, each to its own contacts', async () => {
  const other = (await setup.addAccount()).id;
  const otherContact = await setup.addContact(other, '+15005551088');
  await addServers(['a-1', 'a-2', 'a-3']);
  await addServers(['b-1', 'b-2', 'b-3'], other);
  await setup.leap(2 * hour);
  expect(await texts()).toEqual([expect.stringMatching(/^3 servers offline .*first: a-1: a-2, a-3/)]);
  const [message] = await setup.messagesTo(otherContact);
  expect(message?.body).toMatch(/^3 servers offline .*first: b-1: b-2, b-3/);
});

test('the page of each server says who was notified, and the message that it is about several', async () => {
  const servers = await addServers(['db-1', 'web-1', 'web-2']);
  await setup.leap(2 * hour);
  for (const { id } of servers) {
    const { outages } = await setup.admin.health.outages({ id });
    expect(outages.map(({ notified }) => notified.map(({ channel, about }) => [channel, about]))).toEqual([
      [['sms', 'offline']],
    ]);
  }
  const [message] = await setup.messagesTo(contactId);
  const story = await setup.admin.telephony.log.story({ id: message?.id ?? 0 });
  expect(story).toMatchObject({ cause: { title: 'db-1 and 2 others went offline' } });
  const noFilter = { fromNumber: '', toNumber: '', messageSid: '', accountSid: '', requestFrom: '' };
  const found = await setup.admin.telephony.log.search({ ...noFilter, text: 'web-2' });
  expect(found.rows.map(({ id }) => id)).toEqual([message?.id]);
});

test('a channel is notified of its own servers alone', async () => {
  const servers = await addServers(['db-1', 'web-1', 'web-2', 'web-3']);
  const [webs, db] = [await setup.receiver(), await setup.receiver()];
  const [websId, dbId] = [await setup.addChannel(webs.address), await setup.addChannel(db.address)];
  for (const { id, name } of servers)
    await setup.admin.alarms.channels.setOfServer({ clientId: id, channelIds: [name === 'db-1' ? dbId : websId] });
  await setup.leap(2 * hour);
  await setup.work(0.5);
  expect(db.titles()).toEqual([expect.stringMatching(/^db-1 has been silent/)]);
  expect(webs.titles()).toEqual([expect.stringMatching(/^3 servers offline since .*, first: web-1$/)]);
  expect(webs.bodies()).toMatchObject([{ data: { Name: 'web-1', Others: [{ Name: 'web-2' }, { Name: 'web-3' }] } }]);
});

test('a group is one notification, also when two workers sweep and when a process was killed in between', async () => {
  await addServers(['db-1', 'web-1', 'web-2']);
  await setup.clock.elapse(2 * hour);
  await Promise.all([setup.sweep(), setup.sweep()]);
  await setup.sweep();
  expect((await texts()).length).toBe(1);
  expect((await setup.deps.db.select().from(alarmGroups)).length).toBe(3);
});

test('a thousand servers that go offline at once are ten messages', async () => {
  const { id, code } = await setup.addServer({ name: 'host-0', telephonyClientId: account });
  await setup.ping(code);
  await addCopies(id, 999);
  await setup.leap(2 * hour);
  while ((await texts()).length < 10) await setup.sweep();
  await setup.sweep();
  expect((await texts()).map((text) => text?.split(' servers')[0])).toEqual(Array(10).fill('100'));
});

/** Adds servers like a stored one, in a few statements. */
async function addCopies(serverId: number, count: number) {
  const { db } = setup.deps;
  const [[client], [monitor]] = await Promise.all([
    db.select().from(clients).where(eq(clients.id, serverId)),
    db.select().from(healthMonitors).where(eq(healthMonitors.clientId, serverId)),
  ]);
  if (!client || !monitor) throw new Error('no server');
  const { id: _id, ...values } = client;
  const copies = Array.from({ length: count }, (_, place) => ({
    ...values,
    name: `host-${place + 1}`,
    healthCode: `copy-number-${place}`,
  }));
  const added = await db.insert(clients).values(copies).returning({ clientId: clients.id, code: clients.healthCode });
  await db.insert(healthMonitors).values(added.map(({ clientId, code }) => ({ ...monitor, clientId, code })));
}
