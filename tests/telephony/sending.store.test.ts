import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { queueMessage } from '../../core/telephony/queue-message.ts';
import { atomically } from '../../db/query/atomically.ts';
import { telephonyMessages } from '../../db/schema/telephony.ts';
import type { Mishap } from '../fakes/twilio.ts';
import { makeSetup, type Setup } from './setup.ts';

let setup: Setup;
let account: Awaited<ReturnType<Setup['addAccount']>>;
let contactId: number;
beforeEach(async () => {
  setup = await makeSetup();
  account = await setup.addAccount();
  contactId = await setup.addContact(account.id);
  await setup.settled();
});
afterEach(() => setup.remove());

const sendTest = (requestId = 'request-1') =>
  setup.admin.telephony.contacts.sendTest({ contactId, text: 'The harbour is open', requestId });
const row = async () => (await setup.messages())[0];

test('a message is stored, sent to the provider, and its status is updated', async () => {
  const { id } = await sendTest();
  await setup.settled();
  expect(setup.twilio.messages).toMatchObject([
    { from: account.number, to: '+15005551001', body: 'The harbour is open' },
  ]);
  const [sent] = setup.twilio.messages;
  expect(await row()).toMatchObject({
    id,
    messageSid: sent?.sid,
    status: 'queued',
    delivery: 'done',
    segments: 1,
    response: { sid: sent?.sid },
  });
  expect(await setup.admin.telephony.log.progress({ id })).toMatchObject({ status: 'queued', isAccepted: true });
});

test('the same event sends one message per contact', async () => {
  const { db, now } = setup.deps;
  const message = { eventKey: 'down-7', contactId, text: 'Server down', now: now() };
  const [first, second] = await atomically(db, (tx) => [queueMessage(tx, message), queueMessage(tx, message)]);
  expect([first.length, second.length]).toEqual([1, 0]);
  await sendTest('request-2');
  await sendTest('request-3');
  await expect(sendTest('request-3')).rejects.toThrow('already been sent');
  await setup.elapse(91);
  expect(setup.twilio.messages.map(({ body }) => body).sort()).toEqual([
    'Server down',
    'The harbour is open',
    'The harbour is open',
  ]);
});

test('a message whose job was lost is sent by the sweep', async () => {
  await queueMessage(setup.deps.db, { eventKey: 'lost', contactId, text: 'Lost', now: setup.clock.now() });
  await setup.elapse(20);
  expect(setup.twilio.messages).toEqual([]);
  await setup.elapse(80);
  expect(setup.twilio.messages.length).toBe(1);
});

describe('an unknown outcome is resolved before the message is sent again', () => {
  test.each(['503-after', 'reset-after', 'malformed-after'] satisfies Mishap[])(
    '%s: the message is found',
    async (mishap) => {
      setup.twilio.mishaps.create.push(mishap);
      await sendTest();
      await setup.settled();
      expect(await row()).toMatchObject({ delivery: 'handing-over', messageSid: null });
      await setup.elapse(25);
      expect(setup.twilio.messages.length).toBe(1);
      expect(await row()).toMatchObject({ delivery: 'done', messageSid: setup.twilio.messages[0]?.sid, error: null });
    },
  );

  test.each(['503-before', 'reset-before'] satisfies Mishap[])(
    '%s: the message is not found and is sent again',
    async (mishap) => {
      setup.twilio.mishaps.create.push(mishap);
      await sendTest();
      await setup.elapse(100);
      expect(setup.twilio.messages.length).toBe(0);
      await setup.elapse(400);
      expect(setup.twilio.messages.length).toBe(1);
      expect(await row()).toMatchObject({ delivery: 'done', attempts: 2 });
    },
  );

  test('nothing is sent while the provider is unreachable', async () => {
    setup.twilio.mishaps.create.push('503-after');
    setup.twilio.mishaps.read.push(...Array<Mishap>(6).fill('503-before'));
    await sendTest();
    await setup.elapse(600);
    expect(setup.twilio.messages.length).toBe(1);
    await setup.elapse(3000);
    expect(setup.twilio.messages.length).toBe(1);
    expect(await row()).toMatchObject({ delivery: 'done', attempts: 1 });
  });

  test('of two identical messages each row gets its own', async () => {
    setup.twilio.mishaps.create.push('503-after', '503-before');
    await sendTest('request-1');
    await setup.settled();
    await sendTest('request-2');
    await setup.elapse(900);
    expect(setup.twilio.messages.length).toBe(2);
    const sids = (await setup.messages()).map(({ messageSid }) => messageSid);
    expect(sids.sort()).toEqual(setup.twilio.messages.map(({ sid }) => sid).sort());
  });

  test('a row that the log import created before is merged', async () => {
    setup.twilio.mishaps.create.push('reset-after');
    await sendTest();
    await setup.settled();
    await setup.admin.telephony.clients.sync({ id: account.id });
    await setup.settled();
    expect((await setup.messages()).length).toBe(2);
    await setup.elapse(60);
    expect(await setup.messages()).toMatchObject([{ messageSid: setup.twilio.messages[0]?.sid, delivery: 'done' }]);
  });
});

describe('refusals', () => {
  test('rate-limited requests are retried later', async () => {
    setup.twilio.mishaps.create.push('429', '429');
    await sendTest();
    await setup.settled();
    expect(await row()).toMatchObject({ delivery: 'waiting', error: { code: 20429 } });
    await setup.elapse(80);
    expect(setup.twilio.messages.length).toBe(1);
    expect(await row()).toMatchObject({ delivery: 'done', attempts: 3, error: null });
  });

  test.each([
    ['+15005550001', 21211],
    ['+15005550004', 21610],
    ['+15005550009', 21614],
  ])('%s is refused permanently with %i, and the contact shows why', async (number, code) => {
    contactId = await setup.addContact(account.id, number);
    await sendTest();
    await setup.elapse(600);
    expect(await row()).toMatchObject({ status: 'failed', delivery: 'done', attempts: 1, error: { code } });
    const contacts = await setup.admin.telephony.contacts.list({ parentId: account.id });
    expect(contacts.find(({ id }) => id === contactId)).toMatchObject({
      problemCode: code,
      notice: expect.any(String),
    });
  });

  test('refused credentials are shown, and the message waits for valid ones', async () => {
    setup.twilio.accounts.set(account.accountSid, 'another-token');
    await sendTest();
    await setup.settled();
    expect((await setup.admin.telephony.clients.list({}))[0]).toMatchObject({ credentials: 'refused' });
    setup.twilio.accounts.set(account.accountSid, account.authToken);
    await setup.elapse(60);
    expect(setup.twilio.messages.length).toBe(1);
  });

  test('an unreachable provider gets the message when it is back', async () => {
    setup.deps.config.twilioApiBase = 'http://127.0.0.1:9';
    await sendTest();
    await setup.settled();
    expect(await row()).toMatchObject({ delivery: 'waiting' });
    setup.deps.config.twilioApiBase = setup.twilio.url;
    await setup.elapse(60);
    expect(setup.twilio.messages.length).toBe(1);
  });

  test('a message fails after a day', async () => {
    setup.twilio.mishaps.create.push(...Array<Mishap>(50).fill('429'));
    await sendTest();
    await setup.deps.db
      .update(telephonyMessages)
      .set({ createdOn: new Date(Number(setup.clock.now()) - 90_000_000) })
      .where(eq(telephonyMessages.contactId, contactId));
    await setup.elapse(200);
    expect(await row()).toMatchObject({ status: 'failed', delivery: 'done' });
    expect(setup.twilio.messages.length).toBe(0);
  });

  test('inactive contacts and accounts receive no messages', async () => {
    const { db } = setup.deps;
    await queueMessage(db, { eventKey: 'one', contactId, text: 'One', now: setup.clock.now() });
    const values = { twilioPhoneNumber: '+15005551001', friendlyName: 'Ann', isActive: false };
    await setup.admin.telephony.contacts.save({ id: contactId, values });
    await expect(sendTest()).rejects.toThrow('not active');
    await setup.elapse(100);
    expect(await row()).toMatchObject({ status: 'canceled', delivery: 'done' });
    expect(setup.twilio.messages).toEqual([]);
  });
});
