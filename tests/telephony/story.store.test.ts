import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { auditEntries } from '../../db/schema/audit.ts';
import { healthMails } from '../../db/schema/health.ts';
import { telephonyContacts, telephonyMessages } from '../../db/schema/telephony.ts';
import { hour, makeSetup, type Setup } from '../health/setup.ts';

let setup: Setup;
let account: Awaited<ReturnType<Setup['addAccount']>>;
let ids: number[];
beforeEach(async () => {
  setup = await makeSetup();
  account = await setup.addAccount();
  // Twilio refuses the first number.
  for (const number of ['+15005550009', '+15005551002']) await setup.addContact(account.id, number);
  const server = await setup.addServer({ name: 'db-1', telephonyClientId: account.id });
  await setup.ping(server.code);
  await setup.leap(2 * hour);
  await setup.work(2);
  const rows = await setup.deps.db
    .select()
    .from(telephonyMessages)
    .where(eq(telephonyMessages.telephonyClientId, account.id))
    .orderBy(telephonyMessages.toNumber);
  ids = rows.map(({ id }) => id);
});
afterEach(() => setup.remove());

const story = (id: number | undefined, caller = setup.admin) => caller.telephony.log.story({ id: id ?? 0 });

test('the story of a refused alarm: cause, steps, reason, who else was notified, and nothing more', async () => {
  const refused = await story(ids[0]);
  expect(refused).toMatchObject({
    cause: { kind: 'status', title: 'db-1 went offline', server: { name: 'db-1' } },
    contact: { name: 'Contact +15005550009' },
    outcome: 'failed',
    reason: 'The number cannot receive text messages. (Twilio error 21614)',
    advice: 'Correct the contact’s number in Twilio Client Contact.',
    next: null,
    mails: [],
    notAgain: null,
  });
  expect(refused.steps.map(({ title, state }) => [title, state])).toEqual([
    ['Queued for Contact +15005550009 (+15005550009)', 'done'],
    ['Handed to Twilio', 'done'],
    ['Not delivered', 'failed'],
  ]);
  expect(refused.notified).toEqual([expect.objectContaining({ id: ids[1], contact: 'Contact +15005551002' })]);

  const accepted = await story(ids[1]);
  expect(accepted.steps.map(({ title }) => title).slice(0, 3)).toEqual([
    'Queued for Contact +15005551002 (+15005551002)',
    'Handed to Twilio',
    'Accepted by Twilio',
  ]);
  expect(accepted.notAgain).toBe('Only a message that was certainly not delivered can be sent again.');
});

test('the company’s mail about the same event is shown to staff, not to a client', async () => {
  const { eventKey } = (await setup.messages())[0] ?? {};
  const [createdAt, mailedAt] = [setup.clock.now(), setup.clock.now()];
  await setup.deps.db.insert(healthMails).values({ eventKey: eventKey ?? '', text: 'x', createdAt, mailedAt });
  expect((await story(ids[0])).mails).toEqual([expect.objectContaining({ mailedAt })]);
  const own = await story(ids[0], setup.client(account.id));
  expect([own.mails, own.notified.length]).toEqual([[], 1]);
  const other = await setup.addAccount();
  await expect(story(ids[0], setup.client(other.id))).rejects.toThrow('This message');
});

test('a message that did not arrive is sent again once, to the contact’s present number, and leaves an audit entry', async () => {
  const again = (sentBefore = 0, caller = setup.admin) =>
    caller.telephony.log.sendAgain({ id: ids[0] ?? 0, sentBefore });
  await expect(again(0, setup.client(account.id))).rejects.toThrow();
  await setup.deps.db
    .update(telephonyContacts)
    .set({ twilioPhoneNumber: '+15005551003' })
    .where(eq(telephonyContacts.twilioPhoneNumber, '+15005550009'));
  const outcomes = await Promise.allSettled([again(), again(), again()]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await expect(again()).rejects.toThrow('The message has already been sent again.');
  await setup.work(1);
  expect(setup.twilio.messages.filter(({ to }) => to === '+15005551003')).toHaveLength(1);
  const { again: repeated } = await story(ids[0]);
  expect(repeated).toEqual([expect.objectContaining({ toNumber: '+15005551003' })]);
  expect((await story(repeated[0]?.id)).cause).toMatchObject({ kind: 'again', messageId: ids[0] });
  const entries = await setup.deps.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.action, 'telephony.log.sendAgain'));
  expect(entries.filter(({ outcome }) => outcome === 'done')).toHaveLength(1);
});

test('a message is not sent again to a contact who cannot get it', async () => {
  const { db } = setup.deps;
  const why = async () => (await story(ids[0])).notAgain;
  await db.update(telephonyContacts).set({ isActive: false });
  expect(await why()).toBe('The contact is not active.');
  await expect(setup.admin.telephony.log.sendAgain({ id: ids[0] ?? 0, sentBefore: 0 })).rejects.toThrow(
    'The contact is not active.',
  );
  await db.update(telephonyContacts).set({ isActive: true });
  await db
    .update(telephonyMessages)
    .set({ body: null })
    .where(eq(telephonyMessages.id, ids[0] ?? 0));
  expect(await why()).toBe('The text of this message is not stored.');
  await db.delete(telephonyContacts).where(eq(telephonyContacts.twilioPhoneNumber, '+15005550009'));
  await db
    .update(telephonyMessages)
    .set({ body: 'x' })
    .where(eq(telephonyMessages.id, ids[0] ?? 0));
  expect(await why()).toBe('The contact or the account of this message no longer exists.');
  await db.update(telephonyContacts).set({ isActive: true });
});

test('a message that waits says when the next attempt is', async () => {
  const { db } = setup.deps;
  await db
    .update(telephonyMessages)
    .set({ status: 'queued', rank: 3, delivery: 'waiting', attempts: 0 })
    .where(eq(telephonyMessages.id, ids[1] ?? 0));
  expect((await story(ids[1])).next).toMatchObject({ text: 'The message waits to be sent.' });
  await db
    .update(telephonyMessages)
    .set({ delivery: 'handing-over', attempts: 1 })
    .where(eq(telephonyMessages.id, ids[1] ?? 0));
  expect((await story(ids[1])).next?.text).toContain('looks in Twilio’s log before it sends again');
});
