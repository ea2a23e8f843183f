import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { isNull } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sendStatusMail, sendStatusMails, storeStatusMails } from '../../core/status/subscription-jobs.ts';
import { jobs } from '../../db/schema/jobs.ts';
import { mailLeases } from '../../db/schema/mail.ts';
import { statusIncidents, statusUpdates } from '../../db/schema/status.ts';
import { statusMails, statusSubscribers } from '../../db/schema/status-subscribers.ts';
import { handlers } from '../../workers/jobs/index.ts';
import { type FakeSmtp, startFakeSmtp } from '../fakes/smtp.ts';
import { makeDependencies, type TestDependencies } from '../fixture/dependencies.ts';
import { programArguments } from '../fixture/run-program.ts';

const at = new Date('2026-03-30T06:00:00.000Z');
const readers = ['ann@example.org', 'ben@example.org'];

let made: TestDependencies;
let smtp: FakeSmtp;
beforeEach(async () => {
  smtp = await startFakeSmtp();
  // Two minutes later: the sweep leaves younger mails to the queue.
  const later = new Date(Number(at) + 120_000);
  made = await makeDependencies({ SMTP_URL: smtp.url, MAIL_FROM: 'noreply@harbour.example' }, { now: () => later });
  const { db } = made.deps;
  const subscribed = { askedAt: at, askedMailAt: at, confirmedAt: at };
  await db.insert(statusSubscribers).values(readers.map((email) => ({ ...subscribed, email, token: email })));
  const incident = { title: 'Slow', state: 'investigating', isDraft: true, isGeneral: true, startedAt: at } as const;
  await db.insert(statusIncidents).values(incident);
});
afterEach(async () => {
  await made.remove();
  await smtp.stop();
});

/** Runs kill-child.ts, which dies after this many writes; returns its signal or its exit code. */
async function publishAndDie(writes: number): Promise<unknown> {
  const script = join(import.meta.dirname, 'kill-child.ts');
  const child = spawn(process.execPath, programArguments(script, at.toISOString(), smtp.url, String(writes)), {
    env: { ...process.env, ...made.store.variables },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code, signal] = await once(child, 'exit');
  return signal ?? code;
}

/**
 * Writes of an update and its mails to two readers: the update and its job, the mails and the job of their batch, and for each mail its
 * lease, the attempt, the note that it is sent, and the lease.
 */
const writes = 12;

test.each(Array.from({ length: writes }, (_, after) => after + 1))(
  'kill -9 after %i writes: each subscriber gets the published update, as one mail',
  async (after) => {
    const { deps } = made;
    expect(await publishAndDie(after)).toBe('SIGKILL');
    expect(await deps.db.$count(statusUpdates)).toBe(1);
    // The queue is lost too, and the lease of a process that died ends by itself.
    await deps.db.delete(jobs);
    await deps.db.delete(mailLeases);
    await handlers.sweepStatusMails.run({}, deps);
    for (const { name, data } of await deps.db.select().from(jobs))
      if (name === storeStatusMails.name) await handlers.storeStatusMails.run(storeStatusMails.data.parse(data), deps);
    for (const { name, data } of await deps.db.select().from(jobs))
      if (name === sendStatusMails.name) await handlers.sendStatusMails.run(sendStatusMails.data.parse(data), deps);
      else if (name === sendStatusMail.name) await handlers.sendStatusMail.run(sendStatusMail.data.parse(data), deps);
    expect(await deps.db.$count(statusMails)).toBe(2);
    expect(await deps.db.$count(statusMails, isNull(statusMails.mailedAt))).toBe(0);
    const ids = Map.groupBy(smtp.mails, ({ to }) => to[0]);
    expect([...ids.keys()].toSorted()).toEqual(readers);
    // A process that dies after a mail and before its note sends it again: with the same id.
    for (const mails of ids.values()) expect(new Set(mails.map(({ headers }) => headers['message-id'])).size).toBe(1);
    expect(smtp.mails.length).toBeLessThanOrEqual(3);
  },
);

test(`an update with two mails takes ${writes} writes; without a crash each is sent once`, async () => {
  expect(await publishAndDie(writes + 1)).toBe(0);
  expect(smtp.mails.map(({ to }) => to[0]).toSorted()).toEqual(readers);
});
