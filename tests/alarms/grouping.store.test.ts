import { afterEach, beforeEach, expect, test } from 'vitest';
import { alarmGroups } from '../../db/schema/alarms.ts';
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

test('hundreds of servers that go offline at once are a few messages', async () => {
  const names = Array.from({ length: 230 }, (_, place) => `host-${place}`);
  for (const name of names) await setup.ping((await setup.addServer({ name, telephonyClientId: account })).code);
  await setup.leap(2 * hour);
  expect((await texts()).map((text) => text?.split(' servers')[0])).toEqual(['100', '100', '30']);
});
