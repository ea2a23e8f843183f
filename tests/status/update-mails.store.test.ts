import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLog } from '../../core/log/log.ts';
import { sendStatusMail, storeStatusMails } from '../../core/status/subscription-jobs.ts';
import { storeMails } from '../../core/status/subscription-mails.ts';
import { healthMonitors } from '../../db/schema/health.ts';
import { jobs } from '../../db/schema/jobs.ts';
import { statusUpdates } from '../../db/schema/status.ts';
import { statusMails, statusSubscribers } from '../../db/schema/status-subscribers.ts';
import { handlers } from '../../workers/jobs/index.ts';
import { until } from '../fakes/clock.ts';
import { makeSubscribing } from './subscribing.ts';

const ann = 'ann@example.org';
const ben = 'ben@example.org';
const hour = 3600;

let on: Awaited<ReturnType<typeof makeSubscribing>>;
beforeEach(async () => {
  on = await makeSubscribing();
});
afterEach(() => on.setup.remove());

const post = (id: number, state: 'investigating' | 'resolved', text: string) =>
  on.setup.admin.status.post({ id, state, text });
const updateMails = () => on.smtp.mails.filter(({ headers }) => headers['message-id']?.includes('status-update'));
const mails = () => on.setup.deps.db.select().from(statusMails);
const updates = () => on.setup.deps.db.select().from(statusUpdates);

/** Stores confirmed subscribers without their mails. */
async function addConfirmed(emails: readonly string[]) {
  const at = on.setup.clock.now();
  const row = (email: string) => ({ email, token: `token of ${email}`, askedAt: at, askedMailAt: at, confirmedAt: at });
  await on.setup.deps.db.insert(statusSubscribers).values(emails.map(row));
}

test('each published update is one mail to each confirmed subscriber, a draft none', async () => {
  await on.join(ann);
  await on.join(ben);
  await on.ask('waiting@example.org');
  const id = await on.draft('Slow <mails> & more', ['Mail', 'Booking']);
  await on.settle();
  expect(updateMails()).toEqual([]);
  await post(id, 'investigating', 'We look into it.\nMore soon.');
  await until(() => updateMails().length === 2);
  await on.settle();
  expect(
    updateMails()
      .flatMap(({ to }) => to)
      .toSorted(),
  ).toEqual([ann, ben]);
  const mail = updateMails().find(({ to }) => to.includes(ann));
  const [subscriber] = await on.setup.deps.db.select().from(statusSubscribers).where(eq(statusSubscribers.email, ann));
  const link = `https://harbour.example/status/unsubscribe/${subscriber?.token}`;
  expect(mail?.headers).toMatchObject({
    subject: 'Harbour & Sons: Investigating: Slow <mails> & more',
    'list-unsubscribe': `<${link}>`,
    'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    'auto-submitted': 'auto-generated',
  });
  for (const part of [
    'Servers: Booking, Mail\n',
    'We look into it.\nMore soon.',
    `https://harbour.example/status#incident-${id}`,
    `Unsubscribe: ${link}`,
  ])
    expect(mail?.body.replaceAll('\r', '')).toContain(part);
  expect(mail?.body).not.toContain(ben);
  // A subscriber of today does not get yesterday's news.
  await on.setup.clock.elapse(1);
  await on.join('late@example.org');
  await post(id, 'resolved', 'All is well.');
  await until(() => updateMails().length === 5);
  await on.setup.clock.elapse(180);
  await on.settle();
  expect(updateMails().length).toBe(5);
  expect(on.mailsTo('late@example.org').at(-1)?.headers.subject).toContain('Resolved: ');
});

test('mails name no server that the page does not show', async () => {
  await on.join(ann);
  const id = await on.draft('Slow', ['Mail', 'Booking']);
  const booking = (await on.setup.admin.status.servers()).find(({ name }) => name === 'Booking');
  await on.setup.deps.db
    .update(healthMonitors)
    .set({ isOnStatusPage: false })
    .where(eq(healthMonitors.clientId, booking?.id ?? 0));
  await post(id, 'investigating', 'We look into it.');
  await until(() => updateMails().length === 1);
  expect(updateMails()[0]?.body).toContain('Servers: Mail');
  expect(updateMails()[0]?.body).not.toContain('Booking');
});

test('an incident of a secret group is no mail, also if its servers get there before the mails are sent', async () => {
  await addConfirmed([ann, ben]);
  const vault = { name: 'Vault', slug: 'vault', description: '', displayOrder: 1, isShown: true, isSecret: true };
  const { id: statusGroupId } = await on.setup.admin.status.saveGroup(vault);
  const servers = await on.setup.admin.status.servers();
  const hide = (name: string) =>
    on.setup.deps.db
      .update(healthMonitors)
      .set({ statusGroupId })
      .where(eq(healthMonitors.clientId, servers.find((server) => server.name === name)?.id ?? 0));
  await hide('Booking');
  await post(await on.draft('Of the vault', ['Booking']), 'investigating', 'We look into it.');
  await on.setup.clock.elapse(121);
  await on.settle();
  expect(await mails()).toEqual([]);
  await on.setup.deps.queue.pause();
  await post(await on.draft('Soon of the vault', ['Mail']), 'investigating', 'We look into it.');
  await storeMails(on.setup.deps, (await updates()).at(-1)?.id ?? 0);
  expect((await mails()).length).toBe(2);
  await hide('Mail');
  await on.setup.deps.queue.resume();
  await on.setup.clock.elapse(1);
  await until(async () => (await mails()).length === 0);
  expect(updateMails()).toEqual([]);
});

test('an update whose mails are stored by several workers, or again, is one mail for each', async () => {
  await addConfirmed(Array.from({ length: 1203 }, (_, number) => `reader-${number}@example.org`));
  await on.setup.deps.queue.pause();
  const id = await on.draft('Slow');
  await post(id, 'investigating', 'We look into it.');
  const [update] = await updates();
  const updateId = update?.id ?? 0;
  await Promise.all([storeMails(on.setup.deps, updateId), storeMails(on.setup.deps, updateId)]);
  await until(async () => (await updates())[0]?.mailsStoredTo === null);
  expect((await mails()).length).toBe(1203);
  // A worker that died before it noted its place starts again from an earlier one.
  await on.setup.deps.db.update(statusUpdates).set({ mailsStoredTo: 500 });
  await storeMails(on.setup.deps, updateId);
  expect((await mails()).length).toBe(1203);
  expect(new Set((await mails()).map(({ subscriberId }) => subscriberId)).size).toBe(1203);
});

test('mails that the queue lost are sent by the sweep, once; news older than a day are not', async () => {
  await addConfirmed([ann, ben]);
  await on.setup.deps.queue.pause();
  const id = await on.draft('Slow');
  await post(id, 'investigating', 'We look into it.');
  const [update] = await updates();
  // The process dies between the rows and the queue.
  const updateId = update?.id ?? 0;
  const createdAt = on.setup.clock.now();
  await on.setup.deps.db.update(statusUpdates).set({ mailsStoredTo: null });
  const stored = await on.setup.deps.db
    .insert(statusMails)
    .values([
      { updateId, subscriberId: 1, createdAt },
      { updateId, subscriberId: 2, createdAt: new Date(Number(createdAt) - 25 * hour * 1000) },
    ])
    .returning();
  await on.setup.deps.queue.resume();
  await on.setup.clock.elapse(61);
  await on.setup.clock.elapse(61);
  await until(() => updateMails().length === 1);
  await on.setup.clock.elapse(120);
  await on.settle();
  expect(updateMails().map(({ to }) => to)).toEqual([[ann]]);
  expect((await mails()).find(({ id: mail }) => mail === stored[0]?.id)?.mailedAt).not.toBeNull();
});

test('an update whose mails were not stored before the process died gets them by the sweep', async () => {
  await addConfirmed([ann, ben]);
  await on.setup.deps.queue.pause();
  const id = await on.draft('Slow');
  await post(id, 'investigating', 'We look into it.');
  await on.setup.deps.db.delete(jobs).where(eq(jobs.name, storeStatusMails.name));
  await on.setup.deps.queue.resume();
  await on.setup.clock.elapse(121);
  await until(() => updateMails().length === 2);
  expect((await updates())[0]?.mailsStoredTo).toBeNull();
});

test('a refused mail is tried again and parked for the operator, without the address in its error', async () => {
  await addConfirmed([ann]);
  on.smtp.refusal = { code: 550, text: `<${ann}>: unknown user ${ann}` };
  const id = await on.draft('Slow');
  await post(id, 'investigating', 'We look into it.');
  const parked = () => on.setup.deps.queue.listParked();
  await until(async () => (await mails())[0]?.attempts === 1);
  await on.settle();
  // All attempts but the last.
  const { attempts } = sendStatusMail.retry;
  await on.setup.deps.db.update(statusMails).set({ attempts: attempts - 1 });
  await on.setup.deps.db
    .update(jobs)
    .set({ attempts: attempts - 1 })
    .where(eq(jobs.name, sendStatusMail.name));
  await on.setup.clock.elapse(90);
  await until(async () => (await parked()).length === 1);
  const [job] = await parked();
  expect(job).toMatchObject({ name: 'send-status-mail', attempts });
  expect(job?.error).toContain('550');
  expect(job?.error).not.toContain(ann);
  expect(JSON.stringify(job?.data)).not.toContain(ann);
  on.smtp.refusal = null;
  // The sweep leaves it to the operator.
  await on.setup.clock.elapse(180);
  expect(updateMails()).toEqual([]);
  await on.setup.deps.queue.retryParked(job?.id ?? '');
  await on.setup.clock.elapse(1);
  await until(() => updateMails().length === 1);
});

test('a refused address delays no other, and an unreachable mail server delays all', async () => {
  await addConfirmed([ann, ben]);
  on.smtp.refusal = { code: 550, text: 'no such user' };
  const id = await on.draft('Slow');
  await post(id, 'investigating', 'We look into it.');
  await until(async () => (await mails()).filter(({ attempts }) => attempts === 1).length === 2);
  await on.settle();
  on.smtp.refusal = null;
  await on.setup.clock.elapse(90);
  await until(() => updateMails().length === 2);
  await on.settle();
  await on.smtp.stop();
  await post(id, 'resolved', 'All is well.');
  const tried = async () => (await mails()).slice(2).filter(({ attempts }) => attempts > 0).length;
  await until(async () => (await tried()) === 1);
  await on.settle();
  expect(await tried()).toBe(1);
  await on.smtp.start();
  await on.setup.clock.elapse(90);
  await until(() => updateMails().length === 4);
});

test('no line of the log has an address that a mail server quotes', async () => {
  await addConfirmed([ann]);
  const [row] = await on.setup.deps.db.select().from(statusSubscribers);
  on.smtp.refusal = { code: 550, text: `5.1.1 <${ann}> ${ann}: no such user` };
  await on.setup.deps.queue.pause();
  await on.subscribe(ben);
  const id = await on.draft('Slow');
  await post(id, 'investigating', 'We look into it.');
  await storeMails(on.setup.deps, (await updates())[0]?.id ?? 0);
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const deps = { ...on.setup.deps, log };
  const logged = (error: unknown) => log.warn({ err: error }, 'job failed');
  await handlers.sendStatusMail.run({ mailId: (await mails())[0]?.id ?? 0 }, deps).catch(logged);
  await handlers.mailStatusConfirmation.run({ subscriberId: Number(row?.id) + 1 }, deps).catch(logged);
  expect(lines.length).toBe(2);
  expect(lines.join('')).toContain('no such user');
  expect(lines.join('')).not.toMatch(/@example\.org/);
});

test('who unsubscribes while mails wait gets none', async () => {
  await addConfirmed([ann, ben]);
  await on.setup.deps.queue.pause();
  const id = await on.draft('Slow');
  await post(id, 'investigating', 'We look into it.');
  await storeMails(on.setup.deps, (await updates())[0]?.id ?? 0);
  await on.post(`/status/unsubscribe/${encodeURIComponent(`token of ${ann}`)}`);
  expect((await mails()).length).toBe(1);
  await on.setup.deps.queue.resume();
  await on.setup.clock.elapse(1);
  await until(() => updateMails().length === 1);
  expect(updateMails()[0]?.to).toEqual([ben]);
});

test('old mails are deleted after a month', async () => {
  await addConfirmed([ann]);
  const id = await on.draft('Slow');
  await post(id, 'investigating', 'We look into it.');
  await until(() => updateMails().length === 1);
  await on.settle();
  on.leap(29 * 24 * hour);
  await on.setup.clock.elapse(61);
  expect((await mails()).length).toBe(1);
  on.leap(24 * hour);
  await on.setup.clock.elapse(61);
  expect(await mails()).toEqual([]);
});
