import { asc } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { castTo } from '../../contract/cast.ts';
import { retentionStatement } from '../../contract/privacy.ts';
import { applyRetention } from '../../core/privacy/jobs.ts';
import { readRetention } from '../../core/privacy/retention.ts';
import { auditEntries } from '../../db/schema/audit.ts';
import { inboxMessages } from '../../db/schema/inbox.ts';
import { subscribers } from '../../db/schema/subscribe.ts';
import { telephonyMessages as log } from '../../db/schema/telephony.ts';
import { appRouter } from '../../server/trpc/app-router.ts';
import { createCallerFactory } from '../../server/trpc/procedures.ts';
import { handlers } from '../../workers/jobs/index.ts';
import { makeDependencies, type TestDependencies } from '../fixture/dependencies.ts';
import { sessionFor } from '../fixture/session.ts';
import { ada, addPeople, ben, day, ownNumber } from './person.ts';

let made: TestDependencies;
const start = Date.parse('2026-01-01T00:00:00Z');
let now = new Date(start + 40 * day);

beforeAll(async () => {
  made = await makeDependencies({}, { now: () => now });
  await addPeople(made.deps, new Date(start));
  await made.deps.db.insert(inboxMessages).values({
    name: 'New',
    email: ben.email,
    message: 'New',
    receivedAt: new Date(start + 30 * day),
  });
  const failed = { userId: null, userName: '', role: null, ip: '192.0.2.7', requestId: 'r', changes: [] };
  await made.deps.db.insert(auditEntries).values([
    { ...failed, at: new Date(start), section: 'session', action: 'session.signInFailed', outcome: 'done' },
    { ...failed, at: new Date(start), section: 'session', action: 'session.signIn', outcome: 'done' },
  ]);
});
afterAll(() => made.remove());

const caller = () =>
  createCallerFactory(appRouter)({ deps: made.deps, session: sessionFor(), ip: '192.0.2.1', requestId: 'test' });

async function runJobs() {
  await handlers.applyRetention.run({}, made.deps);
  await handlers.purgeAudit.run({}, made.deps);
  await handlers.sweepSubscriptions.run({}, made.deps);
}

test('the defaults delete what was deleted before: unconfirmed addresses after a week, audit entries after a year', async () => {
  const { db } = made.deps;
  await db.insert(subscribers).values({
    email: 'waits@example.com',
    token: 'w',
    subscribedAt: new Date(start),
    needsConfirmation: true,
  });
  expect(applyRetention.every).toBe(86_400);
  const before = await db.select().from(log).orderBy(asc(log.id));
  await runJobs();
  expect(await db.$count(inboxMessages)).toBe(4);
  expect(await db.$count(auditEntries)).toBe(2);
  expect(await db.$count(subscribers)).toBe(2);
  expect(await db.select().from(log).orderBy(asc(log.id))).toEqual(before);
});

test('the screen gets days, the oldest record, and how many records go next', async () => {
  await caller().privacy.saveRetention({ kind: 'inbox', days: 35 });
  const kinds = await caller().privacy.retention();
  expect(kinds.find(({ kind }) => kind === 'inbox')).toEqual({
    kind: 'inbox',
    days: 35,
    oldestAt: new Date(start),
    due: 3,
    isDueExact: true,
  });
  expect(kinds.find(({ kind }) => kind === 'audit')).toMatchObject({ days: 365, due: 0 });
});

test('refuses days outside the limits of a kind, and unknown kinds', async () => {
  const save = (input: unknown) => caller().privacy.saveRetention(castTo<{ kind: 'inbox'; days: number }>(input));
  for (const days of [0, 3651, 1.5]) await expect(save({ kind: 'inbox', days })).rejects.toThrow(/Days/);
  await expect(save({ kind: 'audit', days: null })).rejects.toThrow(/required/);
  await expect(save({ kind: 'toString', days: 5 })).rejects.toThrow(/Unknown kind/);
});

test('the jobs delete messages and failed sign-ins, and anonymise the message log, after the days that are set', async () => {
  const { db } = made.deps;
  await caller().privacy.saveRetention({ kind: 'messageLog', days: 30 });
  await caller().privacy.saveRetention({ kind: 'failedSignIns', days: 30 });
  await db.update(subscribers).set({ unsubscribedAt: new Date(start) });
  await caller().privacy.saveRetention({ kind: 'unsubscribed', days: 30 });
  await runJobs();
  expect(await db.select({ name: inboxMessages.name }).from(inboxMessages)).toEqual([{ name: 'New' }]);
  expect(await db.$count(subscribers)).toBe(0);
  const actions = (await db.select({ action: auditEntries.action }).from(auditEntries)).map(({ action }) => action);
  expect(actions).toContain('session.signIn');
  expect(actions).not.toContain('session.signInFailed');
  const rows = await db.select().from(log).orderBy(asc(log.id));
  expect(rows).toHaveLength(7);
  // The message under way waits for its outcome.
  expect(rows.filter(({ body }) => body !== null)).toMatchObject([{ delivery: 'handing-over' }]);
  expect(rows[0]).toMatchObject({ fromNumber: ownNumber, toNumber: 'erased', status: 'delivered' });
  expect(JSON.stringify(rows.slice(0, 6))).not.toContain(ada.number);
  await runJobs();
  expect(await db.select().from(log).orderBy(asc(log.id))).toEqual(rows);
  now = new Date(start + 500 * day);
  await runJobs();
  expect(await db.$count(auditEntries)).toBe(0);
});

test('the text for a privacy statement follows the settings', async () => {
  const text = retentionStatement(await readRetention(made.deps.db));
  expect(text).toContain('- Messages that you send us with the contact form are kept for 35 days.');
  expect(text).toContain('network addresses, is kept for 365 days.');
});
