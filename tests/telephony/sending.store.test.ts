import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { recordCredentials } from '../../core/telephony/credentials.ts';
import { recordDeliveryUpdate, updateOf } from '../../core/telephony/delivery-status.ts';
import { queueMessage } from '../../core/telephony/queue-message.ts';
import { isPublicUrl } from '../../core/telephony/status-callback.ts';
import { atomically } from '../../db/query/atomically.ts';
import { telephonyClients, telephonyMessages } from '../../db/schema/telephony.ts';
import { attemptMessage } from '../../workers/jobs/send-message.ts';
import { type Mishap, sign } from '../fakes/twilio.ts';
import { newMessage } from '../fakes/twilio-api.ts';
import { makeSetup, type Neighbour, publicUrl, type Setup } from './setup.ts';

let setup: Setup;
let account: Awaited<ReturnType<Setup['addAccount']>>;
let contactId: number;
let neighbour: Neighbour;
beforeEach(async () => {
  setup = await makeSetup();
  account = await setup.addAccount();
  contactId = await setup.addContact(account.id);
  neighbour = await setup.addNeighbour();
});
afterEach(async () => {
  await neighbour.expectUntouched();
  await setup.remove();
});

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
  expect(await setup.admin.telephony.log.progress({ id })).toMatchObject({
    status: 'queued',
    isAccepted: true,
    isFinal: false,
  });
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

  /** Changes the last message as soon as the provider has taken it. */
  const onceTaken = (change: (message: (typeof setup.twilio.messages)[number]) => void) => {
    setup.twilio.onCreate = (isTaken) => {
      const message = setup.twilio.messages.at(-1);
      if (isTaken && message) change(message);
    };
  };
  const sids = async () => (await setup.messages()).map(({ messageSid }) => messageSid);

  test.each([
    ['ten minutes behind', -600_000],
    ['ten minutes ahead', 600_000],
    ['a day behind', -86_400_000],
  ])('a provider whose clock is %s: the message is found', async (_name, skewMs) => {
    setup.twilio.skewMs = skewMs;
    setup.twilio.mishaps.create.push('reset-after');
    await sendTest();
    await setup.elapse(900);
    expect(await sids()).toEqual([setup.twilio.messages[0]?.sid]);
    expect(setup.twilio.messages.length).toBe(1);
  });

  test.each([
    ['texts', { bodies: true, numbers: false }],
    ['numbers', { bodies: false, numbers: true }],
    ['texts and numbers', { bodies: true, numbers: true }],
  ])('a provider that redacts %s: the message is found and keeps its text and number here', async (_name, redacts) => {
    Object.assign(setup.twilio.redacts, redacts);
    setup.twilio.mishaps.create.push('503-after');
    await sendTest();
    await setup.elapse(900);
    expect(setup.twilio.messages.length).toBe(1);
    expect(await setup.messages()).toMatchObject([
      { messageSid: setup.twilio.messages[0]?.sid, body: 'The harbour is open', toNumber: '+15005551001', attempts: 1 },
    ]);
  });

  test('a message without a date is found', async () => {
    onceTaken((message) => {
      message.date_created = null;
    });
    setup.twilio.mishaps.create.push('reset-after');
    await sendTest();
    await setup.elapse(900);
    expect(setup.twilio.messages.length).toBe(1);
  });

  test('of two messages whose texts are redacted the one that arrived is not sent again', async () => {
    setup.twilio.redacts.bodies = true;
    setup.twilio.mishaps.create.push('503-before', '503-after');
    await sendTest('request-1');
    await setup.elapse(10);
    await setup.admin.telephony.contacts.sendTest({ contactId, text: 'The harbour is closed', requestId: 'request-2' });
    await setup.elapse(900);
    expect(setup.twilio.messages.map(({ body }) => body)).toEqual(['The harbour is closed', 'The harbour is open']);
    expect((await sids()).toReversed()).toEqual(setup.twilio.messages.map(({ sid }) => sid));
  });

  test('a status callback corrects a wrong guess', async () => {
    setup.twilio.redacts.bodies = true;
    setup.twilio.mishaps.create.push('503-before', '503-before');
    await sendTest('request-1');
    await setup.settled();
    const fields = { from: account.number, to: '+15005551001', body: 'Of another program' };
    const message = newMessage(account.accountSid, fields, setup.clock.now());
    setup.twilio.messages.push(message);
    await setup.elapse(400);
    expect(await sids()).toEqual([message.sid]);

    await sendTest('request-2');
    await setup.settled();
    const [first, second] = await setup.messages();
    const path = `/api/twilio/status/${second?.id}`;
    const form = { MessageSid: message.sid, MessageStatus: 'delivered', AccountSid: account.accountSid };
    await setup.post(path, form, sign(account.authToken, publicUrl + path, form));
    const rows = await setup.messages();
    expect(rows[1]).toMatchObject({ messageSid: message.sid, status: 'delivered' });
    expect(rows[0]).toMatchObject({ id: first?.id, messageSid: null, delivery: 'handing-over' });
    // The first message is looked for again, and sent.
    await setup.elapse(400);
    expect(setup.twilio.messages.map(({ body }) => body)).toEqual(['Of another program', 'The harbour is open']);
    expect(await sids()).toEqual([setup.twilio.messages[1]?.sid, message.sid]);
  });

  test('a guess takes no message from the row that it belongs to', async () => {
    setup.twilio.mishaps.create.push('503-before');
    const unconfirmed = await sendTest('request-1');
    await setup.settled();
    const accepted = await sendTest('request-2');
    await setup.settled();
    const before = await setup.messages();
    const [message] = setup.twilio.messages;
    const unknown = before.find(({ id }) => id === unconfirmed.id);
    if (!message || !unknown) throw new Error('no message');
    expect(before.find(({ id }) => id === accepted.id)?.messageSid).toBe(message.sid);
    expect(await recordDeliveryUpdate(setup.deps.db, unknown, updateOf({ ...message }), 'guess')).toBe(false);
    expect(await setup.messages()).toEqual(before);
  });

  test.each([
    ['another text', { body: 'Lunch?' }],
    ['another receiver', { to: '+15005551009' }],
    ['another sender', { from: '+15009990000' }],
    ['the other direction', { direction: 'inbound' as const }],
    ['an earlier day', { date_created: 'Sun, 01 Mar 2026 08:00:00 +0000' }],
  ])('a message with %s is not taken for the attempt', async (_name, change) => {
    onceTaken((message) => Object.assign(message, change));
    setup.twilio.mishaps.create.push('503-after');
    await sendTest();
    await setup.elapse(900);
    expect(setup.twilio.messages.length).toBe(2);
  });

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
    const { log } = setup.admin.telephony;
    const [listed] = (await log.page({ telephonyClientId: account.id })).rows;
    const reason = expect.stringMatching(new RegExp(`^The number .*\\. \\(Twilio error ${code}\\)$`));
    expect(listed).toMatchObject({ status: 'failed', reason, hasResponse: true });
    expect(await log.details({ id: listed?.id ?? 0 })).toMatchObject({
      body: 'The harbour is open',
      reason,
      response: { code },
    });
    expect(await log.progress({ id: listed?.id ?? 0 })).toMatchObject({ reason, isFinal: true });
    const contacts = await setup.admin.telephony.contacts.list({ parentId: account.id });
    expect(contacts.find(({ id }) => id === contactId)).toMatchObject({
      problemCode: code,
      notice: expect.any(String),
    });
  });

  test('refused credentials are shown, and the message waits for valid ones', async () => {
    setup.twilio.accounts.set(account.accountSid, 'another-token');
    const { id } = await sendTest();
    await setup.settled();
    expect((await setup.admin.telephony.clients.list({}))[0]).toMatchObject({ credentials: 'refused' });
    expect(await setup.admin.telephony.log.progress({ id })).toMatchObject({
      reason: 'Twilio does not accept the AccountSID and AuthToken. (Twilio error 20003)',
    });
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

  test('the provider’s Retry-After is kept', async () => {
    setup.twilio.retryAfter = 400;
    setup.twilio.mishaps.create.push('429');
    await sendTest();
    await setup.elapse(390);
    expect(setup.twilio.messages).toEqual([]);
    await setup.elapse(30);
    expect(setup.twilio.messages.length).toBe(1);
  });

  test('the response panel shows the newest answer', async () => {
    setup.twilio.mishaps.create.push('429');
    const { id } = await sendTest();
    await setup.settled();
    const { log } = setup.admin.telephony;
    expect(await log.details({ id })).toMatchObject({
      response: { code: 20429 },
      reason: 'Twilio was receiving too many requests. (Twilio error 20429)',
    });
    await setup.elapse(80);
    expect(await log.details({ id })).toMatchObject({ response: { status: 'queued' }, reason: null });
  });

  test('one refusal of the credentials is not for ever: a success clears it', async () => {
    setup.twilio.accounts.set(account.accountSid, 'another-token');
    await sendTest();
    await setup.settled();
    setup.twilio.accounts.set(account.accountSid, account.authToken);
    await setup.elapse(60);
    expect((await setup.admin.telephony.clients.list({}))[0]).toMatchObject({
      credentials: 'accepted',
      credentialsProblem: null,
    });
  });

  test('a refusal of the old token says nothing about a new one', async () => {
    const [stale] = await setup.deps.db.select().from(telephonyClients).where(eq(telephonyClients.id, account.id));
    if (!stale) throw new Error('no account');
    const values = { ...account, twilioPhoneNumber: account.number, phoneNumber: '+15007770099', projectName: 'New' };
    await setup.admin.telephony.clients.save({
      id: account.id,
      values: { ...values, isActive: true, isDefault: false },
    });
    await setup.settled();
    await recordCredentials(setup.deps.db, stale, '20003 Authenticate');
    expect((await setup.admin.telephony.clients.list({}))[0]).toMatchObject({ credentials: 'accepted' });
  });

  test('a message is attempted ten times, then fails', async () => {
    const { db, now } = setup.deps;
    const attempted = async (attempts: number) => {
      const [queued] = await queueMessage(db, {
        eventKey: `attempt-${attempts}`,
        contactId,
        text: 'Again',
        now: now(),
      });
      if (!queued) throw new Error('no message');
      await db.update(telephonyMessages).set({ attempts }).where(eq(telephonyMessages.id, queued.id));
    };
    await attempted(9);
    await attempted(10);
    await setup.elapse(100);
    expect(setup.twilio.messages.length).toBe(1);
    expect(await setup.messages()).toMatchObject([
      { attempts: 10, status: 'queued', delivery: 'done', error: null },
      { attempts: 10, status: 'failed', delivery: 'done', error: { message: 'The message failed after 10 attempts.' } },
    ]);
  });

  test('a message of a day ago is sent, an older one fails', async () => {
    const { db, now } = setup.deps;
    const queuedAt = async (eventKey: string, ageMs: number) => {
      const [queued] = await queueMessage(db, { eventKey, contactId, text: eventKey, now: new Date(+now() - ageMs) });
      await attemptMessage(setup.deps, queued?.id ?? 0);
    };
    await queuedAt('a day', 86_400_000);
    await queuedAt('longer', 86_400_001);
    expect(setup.twilio.messages.map(({ body }) => body)).toEqual(['a day']);
    expect(await setup.messages()).toMatchObject([
      { delivery: 'done', status: 'queued' },
      { delivery: 'done', status: 'failed', error: { message: 'The message could not be sent within a day.' } },
    ]);
  });

  test('an attempt at a message that is done, deleted or of the provider’s log does nothing', async () => {
    const { db, now } = setup.deps;
    const [queued] = await queueMessage(db, { eventKey: 'a', contactId, text: 'A', now: now() });
    const id = queued?.id ?? 0;
    for (const delivery of ['done', null] as const) {
      await db.update(telephonyMessages).set({ delivery }).where(eq(telephonyMessages.id, id));
      const before = await row();
      await attemptMessage(setup.deps, id);
      expect(await row()).toEqual(before);
    }
    await attemptMessage(setup.deps, 999_999);
    expect(setup.twilio.messages).toEqual([]);
  });

  test('STOP to another account does not count for this one', async () => {
    // The neighbour's contact with this number has opted out.
    contactId = await setup.addContact(account.id, '+15005551009');
    await sendTest();
    await setup.settled();
    expect(setup.twilio.messages.map(({ to }) => to)).toEqual(['+15005551009']);
  });

  test('a message without text is taken for the attempt two minutes after it, not before', async () => {
    setup.twilio.redacts.bodies = true;
    setup.twilio.mishaps.create.push('503-after');
    const { db, now } = setup.deps;
    const [queued] = await queueMessage(db, { eventKey: 'a', contactId, text: 'A', now: now() });
    const again = () => attemptMessage(setup.deps, queued?.id ?? 0);
    await expect(again()).rejects.toThrow('503');
    const at = (milliseconds: number) =>
      db
        .update(telephonyMessages)
        .set({ attemptedAt: new Date(+now() - milliseconds) })
        .where(eq(telephonyMessages.id, queued?.id ?? 0));
    await at(119_999);
    await expect(again()).rejects.toThrow('not yet known');
    await at(120_000);
    await again();
    expect(await row()).toMatchObject({ delivery: 'done', attempts: 1, messageSid: setup.twilio.messages[0]?.sid });
  });

  test('a message that the provider does not have is sent again two minutes after the attempt, not before', async () => {
    setup.twilio.mishaps.create.push('503-before');
    const { db, now } = setup.deps;
    const [queued] = await queueMessage(db, { eventKey: 'a', contactId, text: 'A', now: now() });
    const again = () => attemptMessage(setup.deps, queued?.id ?? 0);
    await expect(again()).rejects.toThrow('503');
    const at = (milliseconds: number) =>
      db
        .update(telephonyMessages)
        .set({ attemptedAt: new Date(+now() - milliseconds) })
        .where(eq(telephonyMessages.id, queued?.id ?? 0));
    // The next attempt is due when the outcome can be known, not a doubled wait later.
    for (const [age, retryAfterSeconds] of [
      [1000, 15],
      [31_000, 31],
      [70_000, 50],
    ] as const) {
      await at(age);
      await expect(again()).rejects.toMatchObject({ retryAfterSeconds });
    }
    await at(119_999);
    await expect(again()).rejects.toThrow('not yet known');
    await at(120_000);
    await again();
    expect(await row()).toMatchObject({ delivery: 'done', attempts: 2, messageSid: setup.twilio.messages[0]?.sid });
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

test.each([
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['169.254.0.0', '169.254.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['[::]', '[::1]'],
  ['[fc00::]', '[fdff:ffff::]'],
  ['[fe80::]', '[febf:ffff::]'],
])('the provider cannot call the addresses from %s to %s', (first, last) => {
  for (const host of [first, last]) expect([host, isPublicUrl({ publicUrl: `http://${host}` })]).toEqual([host, false]);
});

test('the provider can call the addresses beside those networks, and public names', () => {
  const neighbours = ['1.0.0.0', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255'];
  neighbours.push('128.0.0.0', '169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0', '192.167.255.255');
  neighbours.push('192.169.0.0', '[::2]', '[fbff::]', '[fe00::]', '[fe7f:ffff::]', '[fec0::]', 'harbour.example.');
  for (const host of neighbours) expect([host, isPublicUrl({ publicUrl: `http://${host}` })]).toEqual([host, true]);
  for (const host of ['a.local', 'a.internal', 'a.lan', 'a.home', 'A.LOCALHOST', 'a.lan.'])
    expect([host, isPublicUrl({ publicUrl: `http://${host}` })]).toEqual([host, false]);
});

describe('the status callback', () => {
  test.each([
    ['https://harbour.example', true],
    ['http://203.0.113.7:8080', true],
    ['http://localhost:3000', false],
    ['http://vitrine.localhost', false],
    ['http://127.0.0.1:3000', false],
    ['http://[::1]:3000', false],
    ['http://192.168.1.20', false],
    ['http://office:3000', false],
    ['http://nas.local', false],
  ])('with PUBLIC_URL %s, a message names one: %s', async (url, isNamed) => {
    setup.deps.config.publicUrl = url;
    const { id } = await sendTest();
    await setup.settled();
    expect([...setup.twilio.callbacks.values()]).toEqual(isNamed ? [`${url}/api/twilio/status/${id}`] : []);
    expect(setup.twilio.messages.length).toBe(1);
    expect((await setup.admin.telephony.deliveryReports()).isReachable).toBe(isNamed);
  });
});
