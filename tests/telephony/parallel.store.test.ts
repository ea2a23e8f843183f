import { afterEach, beforeEach, expect, test } from 'vitest';
import { pauseAccount } from '../../core/telephony/account-places.ts';
import { queueMessage, sendQueued } from '../../core/telephony/queue-message.ts';
import { jobs } from '../../db/schema/jobs.ts';
import { handlers } from '../../workers/jobs/index.ts';
import { until } from '../fakes/clock.ts';
import { makeSetup, type Setup } from './setup.ts';

let setup: Setup;
beforeEach(async () => {
  setup = await makeSetup();
  // Twilio's limit, as the product keeps it.
  setup.twilio.maxConcurrent = 10;
});
afterEach(() => setup.remove());

/** Adds an account with a contact. */
async function addAccount() {
  const account = await setup.addAccount();
  return { ...account, contactId: await setup.addContact(account.id) };
}

/** Stores a message of each event for the contact; the text names both. */
async function queue(contactId: number, eventKeys: readonly string[]): Promise<{ id: number }[]> {
  const queued: { id: number }[] = [];
  for (const eventKey of eventKeys) {
    const text = `${eventKey} to ${contactId}`;
    queued.push(...(await queueMessage(setup.deps.db, { eventKey, contactId, text, now: setup.clock.now() })));
  }
  return queued;
}

/** Holds the provider's answers until it has taken this many messages. */
function holdUntilTaken(amount: number): void {
  setup.twilio.held = until(async () => setup.twilio.messages.length >= amount);
}

const offline = (servers: number) => Array.from({ length: servers }, (_, place) => `health-${place + 1}-1-offline`);
const bodies = () => setup.twilio.messages.map(({ body }) => body);
const expected = (contactIds: readonly number[], keys: readonly string[]) =>
  contactIds.flatMap((contactId) => keys.map((key) => `${key} to ${contactId}`)).sort();

test('alarms of several accounts are handed over at once, at most ten of each account', async () => {
  const accounts = [await addAccount(), await addAccount()];
  await setup.settled();
  const queued = await Promise.all(accounts.map(({ contactId }) => queue(contactId, offline(15))));
  holdUntilTaken(20);
  await sendQueued(setup.deps, queued.flat());
  await setup.settled();
  const contactIds = accounts.map(({ contactId }) => contactId);
  expect(bodies().sort()).toEqual(expected(contactIds, offline(15)));
  expect(setup.twilio.violations).toBe(0);
  for (const { accountSid } of accounts) expect(setup.twilio.peaks.get(accountSid)).toBe(10);
  expect(setup.twilio.peak).toBe(20);
  expect((await setup.messages()).every(({ delivery, attempts }) => delivery === 'done' && attempts === 1)).toBe(true);
});

test('an answer with 429 stops the messages of its account for the time that the provider names, and no others', async () => {
  const [busy, other] = [await addAccount(), await addAccount()];
  await setup.settled();
  const queued = [...(await queue(busy.contactId, offline(30))), ...(await queue(other.contactId, offline(10)))];
  setup.twilio.retryAfter = 60;
  setup.twilio.mishaps.create.push('429');
  await sendQueued(setup.deps, queued);
  await setup.settled();
  const sentBy = (accountSid: string) => setup.twilio.messages.filter((message) => message.account_sid === accountSid);
  const sent = sentBy(busy.accountSid).length;
  // At most the requests that were under way with the rejected one.
  expect(sent).toBeLessThanOrEqual(9);
  expect(sentBy(other.accountSid).length).toBe(10);
  await setup.elapse(50);
  expect(sentBy(busy.accountSid).length).toBe(sent);
  await setup.elapse(60);
  expect(bodies().sort()).toEqual(
    [...expected([busy.contactId], offline(30)), ...expected([other.contactId], offline(10))].sort(),
  );
  const attempts = (await setup.messages()).map((message) => message.attempts);
  expect(attempts.filter((made) => made > 1)).toEqual([2]);
});

test('a contact gets the messages about one server one after the other, in their order', async () => {
  const { contactId, accountSid } = await addAccount();
  await setup.settled();
  const keys = ['health-7-1-offline', 'health-7-2-online', 'health-7-3-offline'];
  await sendQueued(setup.deps, await queue(contactId, keys));
  for (let seconds = 0; seconds < 4; seconds += 1) await setup.elapse(1);
  expect(bodies()).toEqual(keys.map((key) => `${key} to ${contactId}`));
  expect(setup.twilio.peaks.get(accountSid)).toBe(1);
  // Messages about another server do not wait.
  holdUntilTaken(5);
  await sendQueued(setup.deps, await queue(contactId, ['health-70-1-offline', 'health-8-1-offline']));
  await setup.settled();
  expect(setup.twilio.messages.length).toBe(5);
  expect(setup.twilio.peaks.get(accountSid)).toBe(2);
});

test('a message that failed holds up no later message about the same server', async () => {
  const { contactId } = await addAccount();
  await setup.settled();
  setup.twilio.mishaps.create.push('503-before');
  await sendQueued(setup.deps, await queue(contactId, ['health-7-1-offline']));
  await setup.elapse(25);
  await sendQueued(setup.deps, await queue(contactId, ['health-7-2-online']));
  await setup.settled();
  expect(bodies()).toEqual([`health-7-2-online to ${contactId}`]);
  await setup.elapse(400);
  expect(bodies().sort()).toEqual(expected([contactId], ['health-7-1-offline', 'health-7-2-online']));
});

test('a batch is postponed for the shortest wait of its messages, and sends the others', async () => {
  const accounts = [await addAccount(), await addAccount(), await addAccount()];
  await setup.settled();
  const queued = await Promise.all(accounts.map(({ contactId }) => queue(contactId, offline(1))));
  const messageIds = queued.flat().map(({ id }) => id);
  const [first, second, third] = accounts;
  pauseAccount(first?.accountSid ?? '', setup.clock.now(), 60);
  pauseAccount(second?.accountSid ?? '', setup.clock.now(), 5);
  const run = () => handlers.sendMessages.run({ messageIds }, setup.deps);
  await expect(run()).rejects.toMatchObject({ retryAfterSeconds: 5 });
  expect(bodies()).toEqual(expected([third?.contactId ?? 0], offline(1)));
  setup.clock.setBack(-5);
  await expect(run()).rejects.toMatchObject({ retryAfterSeconds: 55 });
  setup.clock.setBack(-55);
  await run();
  await run();
  expect(setup.twilio.messages.length).toBe(3);
});

test('a message that fails in a batch is attempted again alone, after fifteen seconds or the provider’s wait', async () => {
  const accounts = [await addAccount(), await addAccount()];
  await setup.settled();
  await setup.deps.queue.pause();
  for (const [place, [mishap, seconds]] of (
    [
      ['503-before', 15],
      ['429', 400],
    ] as const
  ).entries()) {
    await setup.deps.db.delete(jobs);
    setup.twilio.retryAfter = 400;
    setup.twilio.mishaps.create.push(mishap);
    const [message] = await queue(accounts[place]?.contactId ?? 0, offline(1));
    const messageId = message?.id ?? 0;
    await handlers.sendMessages.run({ messageIds: [messageId] }, setup.deps);
    const runAt = new Date(Number(setup.clock.now()) + seconds * 1000);
    expect(await setup.deps.db.select().from(jobs)).toMatchObject([
      { name: 'send-message', data: { messageId }, runAt },
    ]);
  }
});

test('two workers with the same batch send each message once', async () => {
  const { contactId } = await addAccount();
  await setup.settled();
  const messageIds = (await queue(contactId, offline(30))).map(({ id }) => id);
  const run = () => handlers.sendMessages.run({ messageIds }, setup.deps);
  await Promise.allSettled([run(), run()]);
  await setup.elapse(400);
  expect(bodies().sort()).toEqual(expected([contactId], offline(30)));
  expect((await setup.messages()).every(({ delivery }) => delivery === 'done')).toBe(true);
});
