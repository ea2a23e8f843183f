import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { alarmChannels, alarmDeliveries } from '../../db/schema/alarms.ts';
import { healthWatch } from '../../db/schema/health.ts';
import { telephonyMessages } from '../../db/schema/telephony.ts';
import { hour } from '../health/setup.ts';
import { makeAlarmSetup } from './setup.ts';

let setup: Awaited<ReturnType<typeof makeAlarmSetup>>;
beforeEach(async () => {
  setup = await makeAlarmSetup();
});
afterEach(() => setup.remove());

const channelRow = async (id: number) =>
  (await setup.deps.db.select().from(alarmChannels).where(eq(alarmChannels.id, id)))[0];

/** The server's deadline passes. */
const goOffline = () => setup.leap(2 * hour);

test('a server’s own channel is notified of its outage and of its end, once each', async () => {
  const { server, contactId } = await setup.addWatched();
  const receiver = await setup.receiver();
  const channelId = await setup.addChannel(receiver.address);
  await setup.admin.alarms.channels.setOfServer({ clientId: server.id, channelIds: [channelId] });
  await goOffline();
  await setup.work(2);
  await setup.ping(server.code);
  await setup.work(2);
  expect(receiver.titles()).toEqual([
    expect.stringMatching(/^Server \d+ has been silent for 2 h$/),
    expect.stringMatching(/^Server \d+ came back online after 5\d min offline$/),
  ]);
  expect(receiver.bodies()).toMatchObject([
    { type: 'monitor.down', data: { MonitorID: server.id, Status: 'offline', Reason: 'silent for 2 h' } },
    { type: 'monitor.up', data: { MonitorID: server.id, Status: 'online' } },
  ]);
  expect((await setup.messagesTo(contactId)).length).toBe(2);
  const { outages } = await setup.admin.health.outages({ id: server.id });
  expect(outages[0]?.notified.map(({ channel, who, about, outcome }) => [channel, who, about, outcome])).toEqual([
    ['sms', expect.any(String), 'offline', 'pending'],
    ['sms', expect.any(String), 'online', 'pending'],
    ['webhook', 'Team', 'offline', 'delivered'],
    ['webhook', 'Team', 'online', 'delivered'],
  ]);
  expect((await setup.deliveries()).map(({ state, dueAt }) => [state, dueAt])).toEqual([
    ['accepted', null],
    ['accepted', null],
  ]);
});

test('a contact’s next channel is used a minute after an SMS that has not been delivered', async () => {
  const { contactId } = await setup.addWatched();
  const receiver = await setup.receiver();
  await setup.addChannel(receiver.address, { contactId });
  await goOffline();
  await setup.work(0.5);
  expect(receiver.received).toEqual([]);
  await setup.work(1);
  expect(receiver.received.length).toBe(1);
});

test('a contact’s next channel is not used after an SMS that was delivered', async () => {
  const { contactId } = await setup.addWatched();
  const receiver = await setup.receiver();
  await setup.addChannel(receiver.address, { contactId });
  await goOffline();
  await setup.deps.db
    .update(telephonyMessages)
    .set({ status: 'delivered', delivery: 'done' })
    .where(eq(telephonyMessages.contactId, contactId));
  await setup.work(2);
  expect(receiver.received).toEqual([]);
  expect((await setup.deliveries()).map(({ state }) => state)).toEqual(['skipped']);
});

test('a contact’s next channel is used at once after an SMS that failed, and the one after it only if that fails', async () => {
  const { contactId, server } = await setup.addWatched();
  const [gone, well, spare] = [await setup.receiver({ status: 410 }), await setup.receiver(), await setup.receiver()];
  const first = await setup.addChannel(gone.address, { contactId });
  await setup.addChannel(well.address, { contactId });
  await setup.addChannel(spare.address, { contactId });
  await goOffline();
  await setup.deps.db
    .update(telephonyMessages)
    .set({ status: 'undelivered', delivery: 'done' })
    .where(eq(telephonyMessages.contactId, contactId));
  await setup.work(0.5);
  expect([gone.received.length, well.received.length, spare.received.length]).toEqual([1, 1, 0]);
  await setup.work(3);
  expect([gone.received.length, well.received.length, spare.received.length]).toEqual([1, 1, 0]);
  expect(await channelRow(first)).toMatchObject({
    problem: 'The receiver answered 410. The address no longer exists there.',
  });
  expect((await setup.deliveries()).map(({ state }) => state)).toEqual(['failed', 'accepted', 'skipped']);
  const { outages } = await setup.admin.health.outages({ id: server.id });
  expect(outages[0]?.notified.map(({ channel, outcome, reason }) => [channel, outcome, reason])).toEqual([
    ['sms', 'failed', expect.any(String)],
    ['webhook', 'failed', expect.stringContaining('410')],
    ['webhook', 'delivered', null],
  ]);
  const { items } = await setup.admin.desk.attention();
  expect(items).toContainEqual(expect.objectContaining({ kind: 'failedChannel', id: first }));
});

test('a contact’s SMS has the place that the person gives it', async () => {
  const { contactId } = await setup.addWatched();
  const receiver = await setup.receiver({ status: 404 });
  const webhook = await setup.addChannel(receiver.address, { contactId });
  const { id: sms } = await setup.admin.alarms.channels.save({ kind: 'sms', name: 'SMS', contactId });
  await setup.admin.alarms.channels.reorder({ contactId, ids: [webhook, sms] });
  await goOffline();
  expect(await setup.messagesTo(contactId)).toEqual([]);
  await setup.work(0.5);
  expect(receiver.received.length).toBe(1);
  expect((await setup.messagesTo(contactId)).map(({ body }) => body?.slice(0, 7))).toEqual(['Server ']);
});

test('a contact whose SMS is switched off is reached by the other channels alone', async () => {
  const { server, contactId } = await setup.addWatched();
  const receiver = await setup.receiver();
  const sms = { kind: 'sms', name: 'SMS', contactId, isActive: false } as const;
  await setup.admin.alarms.channels.save(sms);
  expect((await setup.admin.health.outages({ id: server.id })).recipients).toMatchObject({ warning: 'nobody' });
  await setup.addChannel(receiver.address, { contactId });
  expect((await setup.admin.health.outages({ id: server.id })).recipients).toMatchObject({
    contacts: [{ hasSms: false, isSent: true, channels: [{ name: 'Team' }] }],
    warning: null,
  });
  await goOffline();
  await setup.work(0.5);
  expect([(await setup.messagesTo(contactId)).length, receiver.received.length]).toEqual([0, 1]);
});

test('a receiver that is busy is asked again after its Retry-After; one with an unknown outcome gets a marked repetition', async () => {
  const { server } = await setup.addWatched();
  let answers = 0;
  const receiver = await setup.receiver((_request, response) => {
    answers += 1;
    if (answers === 1) response.writeHead(429, { 'retry-after': '40' });
    else response.writeHead(answers === 2 ? 500 : 200);
    response.end();
  });
  const channelId = await setup.addChannel(receiver.address);
  await setup.admin.alarms.channels.setOfServer({ clientId: server.id, channelIds: [channelId] });
  await goOffline();
  await setup.work(0.5);
  expect(answers).toBe(1);
  await setup.work(2);
  expect(receiver.titles().map((title) => title.includes('(may be a repetition)'))).toEqual([false, false, true]);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(await setup.deliveries()).toMatchObject([{ state: 'accepted', attempts: 3, mayBeRepeated: true }]);
});

test('an attempt that a process did not survive is made again, marked as a repetition', async () => {
  const { server } = await setup.addWatched();
  const receiver = await setup.receiver();
  const channelId = await setup.addChannel(receiver.address);
  await setup.admin.alarms.channels.setOfServer({ clientId: server.id, channelIds: [channelId] });
  await goOffline();
  const { db, now } = setup.deps;
  const dueAt = new Date(Number(now()) + 60_000);
  await db.update(alarmDeliveries).set({ state: 'handing-over', attempts: 1, attemptedAt: now(), dueAt });
  await setup.work(0.5);
  expect(receiver.received).toEqual([]);
  await setup.work(1);
  expect(receiver.titles()).toEqual([expect.stringContaining('(may be a repetition)')]);
});

test('news older than an hour is not sent, and says why', async () => {
  const { server } = await setup.addWatched();
  const receiver = await setup.receiver();
  const channelId = await setup.addChannel(receiver.address);
  await setup.admin.alarms.channels.setOfServer({ clientId: server.id, channelIds: [channelId] });
  await goOffline();
  await setup.clock.elapse(2 * hour);
  // A web process was listening all the time.
  await setup.deps.db.update(healthWatch).set({ aliveAt: setup.clock.now() });
  await setup.work(1);
  expect(receiver.received).toEqual([]);
  expect(await setup.deliveries()).toMatchObject([
    { state: 'failed', problem: 'The notification could not be sent within an hour.' },
  ]);
});

test('a channel that is deleted or switched off gets nothing; what it got stays on record', async () => {
  const { server } = await setup.addWatched();
  const [first, second] = [await setup.receiver(), await setup.receiver()];
  const ids = [await setup.addChannel(first.address), await setup.addChannel(second.address)] as const;
  await setup.admin.alarms.channels.setOfServer({ clientId: server.id, channelIds: [...ids] });
  await goOffline();
  await setup.admin.alarms.channels.remove({ id: ids[0] });
  await setup.deps.db.update(alarmChannels).set({ isActive: false });
  await setup.work(1);
  expect([...first.received, ...second.received]).toEqual([]);
  expect((await setup.deliveries()).map(({ name, problem }) => [name, problem])).toEqual([
    ['Team', 'The channel has been deleted.'],
    ['Team', 'The channel is switched off.'],
  ]);
});

test('a test alarm goes to the channels too', async () => {
  const { server } = await setup.addWatched();
  const receiver = await setup.receiver();
  const channelId = await setup.addChannel(receiver.address);
  await setup.admin.alarms.channels.setOfServer({ clientId: server.id, channelIds: [channelId] });
  expect(await setup.admin.health.testAlarm({ id: server.id, requestId: 'request-1' })).toEqual({
    messages: 1,
    deliveries: 1,
    mails: 0,
  });
  await setup.work(1);
  expect(receiver.titles()).toEqual([expect.stringMatching(/^TEST: /)]);
});
