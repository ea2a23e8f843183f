import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TwilioMessage } from '../../core/providers/twilio.ts';
import { importMessages } from '../../core/telephony/import-log.ts';
import { dialect } from '../../db/dialect.ts';
import { jobs } from '../../db/schema/jobs.ts';
import { telephonyClients, telephonyMessages, telephonySyncs } from '../../db/schema/telephony.ts';
import { handlers } from '../../workers/jobs/index.ts';
import { apiDate, newMessage, newSid } from '../fakes/twilio-api.ts';
import { makeSetup, type Neighbour, type Setup } from './setup.ts';

let setup: Setup;
let account: Awaited<ReturnType<Setup['addAccount']>>;
let neighbour: Neighbour;
beforeEach(async () => {
  setup = await makeSetup();
  account = await setup.addAccount();
  neighbour = await setup.addNeighbour();
  // Remove the state of the first scheduled import.
  await setup.deps.db.delete(telephonySyncs);
});
afterEach(async () => {
  await neighbour.expectUntouched();
  await setup.remove();
});

/** Adds messages to the provider's log, one per minute, the oldest first. */
function fill(count: number, fields: Partial<Parameters<typeof newMessage>[1]> = {}) {
  const start = Number(setup.clock.now()) - count * 60_000;
  for (let place = 0; place < count; place += 1) {
    const at = new Date(start + place * 60_000);
    const to = `+1500555${String(place).padStart(4, '0')}`;
    const message = newMessage(
      account.accountSid,
      { from: account.number, to, body: `Message ${place}`, status: 'delivered', ...fields },
      at,
    );
    message.date_sent = message.date_created;
    setup.twilio.messages.push(message);
  }
}

async function sync() {
  await setup.admin.telephony.clients.sync({ id: account.id });
  await setup.settled();
}
const state = async () => (await setup.admin.telephony.clients.list({}))[0]?.sync;

test('imports the whole log page by page and records the time', async () => {
  fill(2500);
  await sync();
  const rows = await setup.messages();
  expect(rows.length).toBe(2500);
  expect(rows.find(({ body }) => body === 'Message 7')).toMatchObject({
    telephonyClientId: account.id,
    fromNumber: account.number,
    toNumber: '+15005550007',
    status: 'delivered',
    delivery: null,
    response: { body: 'Message 7' },
  });
  expect(await state()).toMatchObject({
    job: null,
    rows: 2500,
    lastError: null,
    lastSuccessAt: setup.clock.now(),
  });
});

test('then reads only the days since, with an overlap, and imports nothing twice', async () => {
  fill(30);
  await sync();
  const before = setup.twilio.requests.length;
  // Simulate a day without scheduled runs; advancing the clock would run each of them.
  await setup.deps.db.update(telephonySyncs).set({ completeUntil: new Date('2026-03-01T08:00:00Z') });
  await sync();
  const lists = setup.twilio.requests.slice(before).filter((request) => request.includes('Messages.json?'));
  expect(lists.length).toBeGreaterThan(0);
  for (const request of lists) expect(request).toContain('DateSent%3E=2026-02-27');
  expect((await setup.messages()).length).toBe(30);
});

test('resumes where it stopped', async () => {
  fill(3500);
  setup.twilio.mishaps.read.push('503-before');
  await sync();
  expect((await state())?.lastError).toContain('503');
  expect((await setup.messages()).length).toBe(0);
  // After two pages the provider is unavailable for a while.
  const { requests } = setup.twilio;
  const seen = requests.length;
  const { push } = requests;
  requests.push = (...entries) => {
    if (requests.length - seen === 2) setup.twilio.mishaps.read.push('429');
    return push.apply(requests, entries);
  };
  await setup.elapse(30);
  requests.push = push;
  expect((await setup.messages()).length).toBe(2000);
  expect(await state()).toMatchObject({
    job: { state: 'delayed' },
    rows: 2000,
    lastError: expect.stringContaining('20429'),
  });
  const resumed = requests.length;
  await setup.elapse(60);
  expect((await setup.messages()).length).toBe(3500);
  expect(requests.slice(resumed)[0]).toContain('PageToken');
  expect(await state()).toMatchObject({ job: null, rows: 3500, lastError: null });
});

test('looks up unfinished messages even outside the date window, and none of other accounts', async () => {
  const { db } = setup.deps;
  const foreignSid = newSid('SM');
  await db.insert(telephonyMessages).values({
    fromNumber: '+15007779999',
    toNumber: '+15005551001',
    accountSid: newSid('AC'),
    messageSid: foreignSid,
    status: 'sent',
    rank: 5,
    createdOn: setup.clock.now(),
  });
  const own = async () => (await setup.messages()).find(({ messageSid }) => messageSid !== foreignSid);

  fill(1, { status: 'queued', date_sent: null });
  const [message] = setup.twilio.messages;
  if (!message) throw new Error('no message');
  message.date_sent = null;
  await sync();
  expect(await own()).toMatchObject({ status: 'queued' });
  message.status = 'undelivered';
  message.error_code = 30003;
  await setup.elapse(120);
  await sync();
  expect(await own()).toMatchObject({ status: 'undelivered', error: { code: 30003 } });
  // An outdated log entry does not move the status back.
  message.status = 'sending';
  await setup.elapse(120);
  await sync();
  expect(await own()).toMatchObject({ status: 'undelivered' });
  expect(setup.twilio.requests.filter((request) => request.includes(foreignSid))).toEqual([]);
  const [foreign] = await db.select().from(telephonyMessages).where(eq(telephonyMessages.messageSid, foreignSid));
  expect(foreign?.lookedUpAt).toBe(null);
});

test('an entry without a date has none, and gets its place by the time of the import', async () => {
  fill(2);
  const [undated, dated] = setup.twilio.messages;
  if (!undated || !dated) throw new Error('no messages');
  Object.assign(undated, { date_created: null, date_sent: null });
  await sync();
  const { log } = setup.admin.telephony;
  const days = async () => (await log.page({ telephonyClientId: account.id })).rows.map(({ createdOn }) => createdOn);
  const datedOn = new Date(dated.date_created ?? '');
  expect(await days()).toEqual([null, datedOn]);
  const answer = await setup.app.inject({
    method: 'POST',
    url: '/api/twilio/gettwiliologlistbytwilioclientid',
    payload: { TwilioClientID: account.id },
    headers: { authorization: `Bearer ${await setup.clientToken(account.id)}` },
  });
  expect(answer.json().Data.map(({ CreatedOn }: { CreatedOn: string | null }) => CreatedOn)).toEqual([
    null,
    datedOn.toISOString(),
  ]);
  // A date that follows is stored.
  const at = new Date(Number(datedOn) - 60_000);
  Object.assign(undated, { date_created: apiDate(at), date_sent: apiDate(at) });
  await sync();
  expect(await days()).toEqual([datedOn, at]);
});

test('an unknown status is stored as such, beside many known ones', async () => {
  fill(201);
  const [odd] = setup.twilio.messages;
  if (!odd) throw new Error('no message');
  odd.status = 'quarantined';
  await sync();
  const rows = await setup.messages();
  expect(rows.length).toBe(201);
  expect(rows.filter(({ providerStatus }) => providerStatus !== null)).toMatchObject([
    { messageSid: odd.sid, providerStatus: 'quarantined', status: 'queued' },
  ]);
  odd.status = 'delivered';
  await sync();
  expect((await setup.messages()).find(({ messageSid }) => messageSid === odd.sid)).toMatchObject({
    providerStatus: null,
    status: 'delivered',
  });
});

test('stores what the provider adds at the same status, and leaves out unchanged entries', async () => {
  fill(3);
  const [first, second] = setup.twilio.messages;
  if (!first || !second) throw new Error('no messages');
  first.from = '';
  await sync();
  const stored = await setup.messages();
  expect(stored.find(({ messageSid }) => messageSid === first.sid)).toMatchObject({ fromNumber: '', segments: 1 });
  Object.assign(first, { from: account.number, num_segments: '3', price: '-0.02', body: '' });
  await sync();
  const rows = await setup.messages();
  expect(rows.find(({ messageSid }) => messageSid === first.sid)).toMatchObject({
    fromNumber: account.number,
    segments: 3,
    body: 'Message 0',
    response: { price: '-0.02' },
  });
  expect(rows.filter(({ messageSid }) => messageSid !== first.sid)).toEqual(
    stored.filter(({ messageSid }) => messageSid !== first.sid),
  );
});

test('an import tells the reason and marks the contact of a message without a status callback', async () => {
  const contactId = await setup.addContact(account.id);
  setup.deps.config.publicUrl = 'http://localhost:3000';
  await setup.admin.telephony.contacts.sendTest({ contactId, text: 'Hello', requestId: 'request-1' });
  await setup.settled();
  Object.assign(setup.twilio.messages[0] ?? {}, { status: 'undelivered', error_code: 21614 });
  await setup.elapse(120);
  await sync();
  expect((await setup.admin.telephony.log.page({ telephonyClientId: account.id })).rows[0]).toMatchObject({
    status: 'undelivered',
    reason: 'The number cannot receive text messages. (Twilio error 21614)',
  });
  expect((await setup.admin.telephony.contacts.list({ parentId: account.id }))[0]).toMatchObject({
    problemCode: 21614,
  });
});

test('accounts that share a SID each get the messages of their own number', async () => {
  const values = {
    twilioPhoneNumber: '+15007779999',
    phoneNumber: '+15007770099',
    projectName: 'Second',
    accountSid: account.accountSid,
    authToken: account.authToken,
    isActive: true,
    isDefault: false,
  };
  const { id: second } = await setup.admin.telephony.clients.save({ values });
  fill(2);
  fill(1, { from: '+15007779999' });
  fill(1, { from: '+15005557777', to: '+15007779999', direction: 'inbound', status: 'received' });
  fill(1, { from: '+15001112222' });
  await sync();
  const owners = (await setup.messages()).map(({ telephonyClientId }) => telephonyClientId);
  expect(owners.filter((owner) => owner === account.id).length).toBe(2);
  expect(owners.filter((owner) => owner === second).length).toBe(2);
  expect(owners.filter((owner) => owner === null).length).toBe(1);
  expect((await setup.client(second).telephony.log.page({ telephonyClientId: account.id })).count).toBe(2);
});

test('refused credentials end the run and are shown', async () => {
  setup.twilio.accounts.set(account.accountSid, 'changed-elsewhere');
  await sync();
  expect((await setup.admin.telephony.clients.list({}))[0]).toMatchObject({ credentials: 'refused' });
  expect((await state())?.lastError).toBe('20003 Authenticate');
  // The next run clears the refusal.
  setup.twilio.accounts.set(account.accountSid, account.authToken);
  await setup.elapse(900);
  expect((await setup.admin.telephony.clients.list({}))[0]).toMatchObject({
    credentials: 'accepted',
    credentialsProblem: null,
  });
});

test('runs on schedule for every active account', async () => {
  fill(3);
  await setup.elapse(900);
  expect((await setup.messages()).length).toBe(3);
  const [row] = await setup.deps.db
    .select()
    .from(telephonySyncs)
    .where(eq(telephonySyncs.telephonyClientId, account.id));
  expect(row?.lastSuccessAt).not.toBe(null);
});

test('leaves the imports of other accounts alone, and asks for pages of a thousand', async () => {
  const ofNeighbour = {
    telephonyClientId: neighbour.id,
    startedAt: new Date('2026-03-01T00:00:00Z'),
    nextPage: '/next',
    rows: 7,
    lastError: 'refused',
  };
  await setup.deps.db.insert(telephonySyncs).values(ofNeighbour);
  fill(3);
  const before = setup.twilio.requests.length;
  await sync();
  const [first] = setup.twilio.requests.slice(before);
  expect(first).toMatch(/Messages\.json\?PageSize=1000$/);
  setup.twilio.accounts.set(account.accountSid, 'changed-elsewhere');
  await sync();
  expect((await state())?.lastError).toContain('20003');
  const isNeighbour = eq(telephonySyncs.telephonyClientId, neighbour.id);
  expect(await setup.deps.db.select().from(telephonySyncs).where(isNeighbour)).toMatchObject([ofNeighbour]);
});

test('a page that the provider does not know any more is read from the beginning', async () => {
  fill(3);
  for (const nextPage of [`/2010-04-01/Accounts/${account.accountSid}/Gone.json`, 'https://elsewhere.example/next']) {
    const startedAt = new Date('2026-03-01T00:00:00Z');
    const values = { telephonyClientId: account.id, startedAt, nextPage, rows: 0, completeUntil: null };
    await setup.deps.db
      .insert(telephonySyncs)
      .values(values)
      .onConflictDoUpdate({ target: telephonySyncs.telephonyClientId, set: values });
    await sync();
    expect(await state()).toMatchObject({ rows: 3, lastError: null });
    const [run] = await setup.deps.db.select().from(telephonySyncs);
    expect(run).toMatchObject({ completeUntil: startedAt, startedAt: null, nextPage: null });
  }
});

test('an account that is not active or was deleted is not imported', async () => {
  const { id } = await setup.addAccount({ isActive: false });
  await setup.settled();
  const before = setup.twilio.requests.length;
  for (const telephonyClientId of [id, 999]) await handlers.syncAccountLog.run({ telephonyClientId }, setup.deps);
  expect(setup.twilio.requests.length).toBe(before);
  expect(await setup.deps.db.select().from(telephonySyncs)).toEqual([]);
});

test('looks up unfinished messages of a week, each at most once a minute, those never looked up first', async () => {
  const ago = (milliseconds: number) => new Date(Number(setup.clock.now()) - milliseconds);
  const week = 7 * 86_400_000;
  const add = async (fields: Partial<typeof telephonyMessages.$inferInsert>) => {
    const messageSid = newSid('SM');
    const { accountSid, number: fromNumber } = account;
    const message = { telephonyClientId: account.id, fromNumber, toNumber: '+15005551001', accountSid, messageSid };
    const state = { status: 'sent', rank: 5, createdOn: ago(0) } as const;
    await setup.deps.db.insert(telephonyMessages).values({ ...message, ...state, ...fields });
    return messageSid;
  };
  const expected = [
    // In this order.
    await add({ createdOn: ago(week - 1) }),
    await add({ createdOn: ago(5000) }),
    await add({ createdOn: ago(9000), lookedUpAt: ago(90_000) }),
    await add({ createdOn: ago(6000), lookedUpAt: ago(60_001) }),
  ];
  const unfinished = ['scheduled', 'accepted', 'queued', 'sending', 'receiving', 'partially_delivered'] as const;
  for (const status of unfinished)
    expected.splice(-2, 0, await add({ status, createdOn: ago(4000 - expected.length) }));
  for (const status of ['delivered', 'undelivered', 'failed', 'canceled', 'received', 'read'] as const)
    await add({ status });
  await add({ createdOn: ago(week) });
  await add({ lookedUpAt: ago(60_000) });
  await add({ messageSid: null });
  await add({ accountSid: neighbour.accountSid });
  const before = setup.twilio.requests.length;
  await handlers.syncAccountLog.run({ telephonyClientId: account.id }, setup.deps);
  const asked = setup.twilio.requests.slice(before).map((request) => /Messages\/(SM\w+)/.exec(request)?.[1]);
  expect(asked.filter((sid) => sid !== undefined)).toEqual(expected);
  const lookedUp = (await setup.messages()).filter(({ lookedUpAt }) => Number(lookedUpAt) === Number(ago(0)));
  expect(lookedUp.map(({ messageSid }) => messageSid).toSorted()).toEqual(expected.toSorted());
});

test('the schedule enqueues the import of active accounts, and the check of credentials not accepted', async () => {
  const { db, queue } = setup.deps;
  const others = [
    await setup.addAccount(),
    await setup.addAccount(),
    await setup.addAccount(),
    await setup.addAccount(),
  ];
  await setup.settled();
  await queue.pause();
  await db.delete(jobs);
  const states = [
    { isActive: true, credentials: 'refused' },
    { isActive: true, credentials: 'unchecked' },
    { isActive: false, credentials: 'accepted' },
    { isActive: false, credentials: 'refused' },
  ] as const;
  for (const [place, { id }] of others.entries())
    await db
      .update(telephonyClients)
      .set(states[place] ?? {})
      .where(eq(telephonyClients.id, id));
  await handlers.syncMessageLogs.run({}, setup.deps);
  const [refused, unchecked, , inactive] = others.map(({ id }) => ({ telephonyClientId: id }));
  const found = await db.select().from(jobs).orderBy(jobs.id);
  expect(found.map(({ name, data }) => [name, data])).toEqual([
    ['sync-account-log', { telephonyClientId: account.id }],
    ['sync-account-log', { telephonyClientId: neighbour.id }],
    ['check-telephony-credentials', refused],
    ['sync-account-log', refused],
    ['check-telephony-credentials', unchecked],
    ['sync-account-log', unchecked],
    ['check-telephony-credentials', inactive],
  ]);
});

// On Postgres the speed depends on the database's machine.
test.runIf(dialect === 'sqlite')(
  'writes at least half as fast as bare inserts of the same rows',
  async () => {
    const { db } = setup.deps;
    const count = 12_000;
    const entry = (place: number): TwilioMessage => ({
      ...newMessage(
        account.accountSid,
        { from: account.number, to: '+15005550000', body: `Message ${place}` },
        setup.clock.now(),
      ),
    });
    const pages = Array.from({ length: count / 1000 }, (_, page) =>
      Array.from({ length: 1000 }, (_entry, place) => entry(page * 1000 + place)),
    );
    const source = { accountSid: account.accountSid, owner: () => account.id, now: setup.clock.now() };
    const imports = async () => {
      for (const messages of pages) await importMessages(db, source, messages, () => []);
    };
    await imports();
    const rows = (await setup.messages()).map(({ id: _id, ...row }) => row);
    const bare = async () => {
      for (let start = 0; start < count; start += 500)
        await db.insert(telephonyMessages).values(rows.slice(start, start + 500));
    };
    const timed = async (work: () => Promise<void>) => {
      await db.delete(telephonyMessages).where(eq(telephonyMessages.telephonyClientId, account.id));
      const start = performance.now();
      await work();
      return performance.now() - start;
    };
    // Both are warmed up, and each goes first once.
    await timed(bare);
    const [first, second] = [await timed(imports), await timed(bare)];
    const [fourth, third] = [await timed(bare), await timed(imports)];
    expect(first + third).toBeLessThan((second + fourth) * 2);
  },
  60_000,
);
