import { afterEach, beforeEach, expect, test } from 'vitest';
import { readChanges } from '../../core/desk/changes.ts';
import { readLastDay } from '../../core/desk/last-day.ts';
import { countMessages } from '../../core/desk/message-counts.ts';
import { startPingHours, storePings } from '../../core/desk/ping-hours.ts';
import { noteVisit } from '../../core/desk/visits.ts';
import { countPing } from '../../core/metrics/counters.ts';
import { pingHours } from '../../db/schema/desk.ts';
import { telephonyMessages } from '../../db/schema/telephony.ts';
import { sessionFor } from '../fixture/session.ts';
import { addSignedIn } from '../fixture/users.ts';
import { day, hour, makeSetup, minute, type Setup } from '../health/setup.ts';

let setup: Setup;
beforeEach(async () => {
  setup = await makeSetup();
  await setup.sweep();
});
afterEach(() => setup.remove());

const hourMs = 3_600_000;

test('a visit ends after half an hour, and the next one knows when', async () => {
  const { deps, clock } = setup;
  await addSignedIn(deps, 'Admin', { userName: 'ada' });
  await addSignedIn(deps, 'Operator', { userName: 'ben' });
  expect(await noteVisit(deps, 1)).toEqual({ since: null });
  await clock.elapse(29 * minute);
  const last = clock.now();
  expect(await noteVisit(deps, 1)).toEqual({ since: null });
  await clock.elapse(31 * minute);
  expect(await noteVisit(deps, 1)).toEqual({ since: last });
  await clock.elapse(10 * minute);
  expect(await noteVisit(deps, 1)).toEqual({ since: last });
  // Another user's visits are their own.
  expect(await noteVisit(deps, 2)).toEqual({ since: null });
});

test('changes of the page, of servers and of users since a time, each for those who may read them', async () => {
  const { deps, clock, admin } = setup;
  await addSignedIn(deps, 'Admin', { userName: 'ada' });
  const mill = await setup.addServer({ name: 'Mill' });
  await setup.ping(mill.code);
  await clock.elapse(10);
  const since = clock.now();
  await clock.elapse(10);
  await setup.ping(mill.code, '/fail');
  const at = clock.now();
  await mill.change({ name: 'Old mill' });
  await admin.users.invite({
    userName: 'cleo',
    firstName: 'Cleo',
    lastName: 'Quay',
    email: '',
    role: 'Operator',
    telephonyClientId: null,
    way: 'shown',
  });
  const { page, servers, people } = await readChanges(deps.db, sessionFor(), since);
  expect(page).toMatchObject({ count: 1, rows: [{ title: 'Old mill', action: 'save', at }] });
  expect(servers).toMatchObject({ count: 1, rows: [{ id: mill.id, name: 'Old mill', status: 'offline', at }] });
  expect(people).toMatchObject({ count: 1, rows: [{ action: 'users.invite', userName: 'admin', recordName: 'cleo' }] });
  const ofOperator = await readChanges(deps.db, sessionFor('Operator'), since);
  expect(ofOperator).toMatchObject({ page: null, people: null, servers: { count: 1 } });
  expect(await readChanges(deps.db, sessionFor(), clock.now())).toMatchObject({
    page: { count: 0, rows: [] },
    servers: { count: 0 },
    people: { count: 0 },
  });
});

test('the last day has messages by outcome, pings and outages by hour', async () => {
  const { deps, clock } = setup;
  const account = await setup.addAccount();
  const now = Number(clock.now());
  const message = (status: 'delivered' | 'failed' | 'sent' | 'received', hoursAgo: number) => ({
    telephonyClientId: account.id,
    fromNumber: '+1',
    toNumber: '+2',
    accountSid: 'AC',
    status,
    rank: 7,
    createdOn: new Date(now - hoursAgo * hourMs),
  });
  await deps.db
    .insert(telephonyMessages)
    .values([
      message('delivered', 0),
      message('delivered', 1),
      message('failed', 1),
      message('sent', 23),
      message('received', 2),
      message('delivered', 25),
    ]);
  const mill = await setup.addServer();
  await setup.ping(mill.code);
  await setup.ping(mill.code, '/fail');
  await storePings(deps.db, new Date(now - hourMs), 3);
  await storePings(deps.db, new Date(now - hourMs), 4);
  const { hours, messages, pings, outages } = await readLastDay(deps.db, sessionFor(), clock.now());
  expect(hours).toHaveLength(24);
  const none = { delivered: 0, pending: 0, failed: 0, received: 0 };
  expect(messages?.isComplete).toBe(true);
  expect(messages?.counts.slice(-3)).toEqual([
    { ...none, received: 1 },
    { ...none, delivered: 1, failed: 1 },
    { ...none, delivered: 1 },
  ]);
  expect(messages?.counts[0]).toEqual({ ...none, pending: 1 });
  expect(pings?.at(-2)).toBe(7);
  expect(outages?.at(-1)).toBe(1);
  const few = await countMessages(deps.db, hours, undefined, 4);
  expect(few.isComplete).toBe(false);
  expect((await countMessages(deps.db, hours, undefined, 5)).isComplete).toBe(true);
  expect(await readLastDay(deps.db, sessionFor('Accountant'), clock.now())).toMatchObject({
    messages: null,
    pings: null,
    outages: null,
  });
});

test('a process stores the number of its recorded pings, also after a failure, and old hours are deleted', async () => {
  const { deps, clock } = setup;
  await storePings(deps.db, clock.now(), 1);
  await clock.elapse(2 * day + hour);
  const failures: unknown[] = [];
  const options = { db: deps.db, now: deps.now, onError: (error: unknown) => failures.push(error) };
  let stop = startPingHours(options);
  countPing('recorded');
  countPing('recorded');
  countPing('unknown');
  await stop();
  expect(await deps.db.select().from(pingHours)).toMatchObject([{ pings: 2 }]);
  stop = startPingHours(options);
  await stop();
  expect(await deps.db.select().from(pingHours)).toMatchObject([{ pings: 2 }]);
  expect(failures).toEqual([]);
  stop = startPingHours(options);
  countPing('recorded');
  await setup.store.execute('alter table ping_hours rename to ping_away');
  await stop();
  expect(failures).toHaveLength(1);
  await setup.store.execute('alter table ping_away rename to ping_hours');
  await stop();
  expect(await deps.db.select().from(pingHours)).toMatchObject([{ pings: 3 }]);
});
