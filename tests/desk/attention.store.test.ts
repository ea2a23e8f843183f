import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { readAttention } from '../../core/desk/attention.ts';
import { dialect } from '../../db/dialect.ts';
import { apiTokens } from '../../db/schema/api-tokens.ts';
import { boardSync, boards } from '../../db/schema/boards.ts';
import { healthMails } from '../../db/schema/health.ts';
import { inboxMessages } from '../../db/schema/inbox.ts';
import { jobs } from '../../db/schema/jobs.ts';
import { telephonyClients, telephonyMessages, telephonySyncs } from '../../db/schema/telephony.ts';
import { sessionFor } from '../fixture/session.ts';
import { mountSmallDisk } from '../fixture/small-disk.ts';
import { addSignedIn } from '../fixture/users.ts';
import { hour, makeSetup, type Setup } from '../health/setup.ts';

let setup: Setup;
beforeEach(async () => {
  setup = await makeSetup();
  await setup.sweep();
});
afterEach(() => setup.remove());

const dayMs = 86_400_000;
const operator = sessionFor('Operator');
const after = (days: number) => new Date(Number(setup.clock.now()) + days * dayMs);

async function items(session = sessionFor()) {
  const { items: found, failed } = await readAttention(setup.deps, session);
  expect(failed).toEqual([]);
  return found;
}

test('nothing needs an operator while all is well', async () => {
  expect(await readAttention(setup.deps, sessionFor())).toEqual({
    checkedAt: setup.clock.now(),
    items: [],
    failed: [],
  });
});

test('an offline server is named with its time, its cause and who was notified', async () => {
  const account = await setup.addAccount();
  const contact = await setup.addContact(account.id, '+15005551001');
  await setup.addContact(account.id, '+15005551002');
  const down = await setup.addServer({ name: 'Mill', telephonyClientId: account.id });
  const alone = await setup.addServer({ name: 'Forge' });
  const maintained = await setup.addServer({ name: 'Dock' });
  for (const { code } of [down, alone, maintained]) await setup.ping(code);
  await setup.admin.health.maintain({ clientId: maintained.id, window: { hours: 4 } });
  await setup.ping(maintained.code, '/fail');
  await setup.ping(down.code, '/fail');
  const since = setup.clock.now();
  // Not yet swept: the alarm waits.
  expect(await items()).toMatchObject([{ name: 'Mill', notified: { instead: { reason: 'waiting' } } }]);
  await setup.sweep();
  await setup.clock.elapse(60);
  await setup.ping(alone.code, '/fail');
  await setup.sweep();
  await setup.deps.db
    .update(telephonyMessages)
    .set({ status: 'delivered' })
    .where(eq(telephonyMessages.contactId, contact));
  const found = await items();
  // The newest outage first; the server in maintenance is not listed.
  expect(found).toMatchObject([
    { kind: 'offlineServer', id: alone.id, notified: { contacts: [], mail: null, instead: { reason: 'nobody' } } },
    { kind: 'offlineServer', id: down.id, name: 'Mill', since, outage: { cause: 'failed' } },
  ]);
  expect(found[1]).toMatchObject({
    notified: {
      contacts: [
        { name: 'Contact +15005551001', outcome: 'delivered' },
        { name: 'Contact +15005551002', outcome: 'pending' },
      ],
      instead: null,
    },
  });
  // A reminder repeats nobody.
  await setup.leap(25 * hour);
  const later = await items();
  expect(later).toHaveLength(3);
  const again = later.find((item) => 'id' in item && item.id === down.id);
  expect(again).toMatchObject({ notified: { contacts: { length: 2 }, more: 0 } });
});

test('of many recipients some are named, and the mail to the company is named too', async () => {
  const account = await setup.addAccount();
  for (let place = 1; place <= 6; place += 1) await setup.addContact(account.id, `+1500555100${place}`);
  const down = await setup.addServer({ telephonyClientId: account.id });
  await setup.ping(down.code);
  await setup.ping(down.code, '/fail');
  await setup.sweep();
  const eventKey = `health-${down.id}-${Number(setup.clock.now())}-offline`;
  const createdAt = setup.clock.now();
  await setup.deps.db.insert(healthMails).values({ eventKey, text: 'Down', createdAt });
  expect(await items()).toMatchObject([{ notified: { contacts: { length: 4 }, more: 2, mail: 'waiting' } }]);
  await setup.deps.db.update(healthMails).set({ mailedAt: createdAt });
  expect(await items()).toMatchObject([{ notified: { more: 2, mail: 'sent', instead: null } }]);
});

test('many offline servers are listed up to a number, the others are counted', async () => {
  for (let place = 1; place <= 11; place += 1) {
    const { code } = await setup.addServer();
    await setup.ping(code);
    await setup.ping(code, '/fail');
    await setup.clock.elapse(1);
  }
  const found = await items();
  expect(found.map(({ kind }) => kind)).toEqual([
    ...Array.from({ length: 8 }, () => 'offlineServer'),
    'moreOfflineServers',
  ]);
  expect(found.at(-1)).toMatchObject({ count: 3, isCountExact: true });
  expect(found[0]).toMatchObject({ name: 'Server 11' });
});

test('every other source names what it found, each for those who may read it', async () => {
  const { db, now } = setup.deps;
  const account = await setup.addAccount();
  await db
    .update(telephonyClients)
    .set({ credentials: 'refused', credentialsProblem: 'Authenticate' })
    .where(eq(telephonyClients.id, account.id));
  await db.insert(boardSync).values({ id: 1, lastError: 'Trello refuses the key', failedAt: now() });
  await db
    .insert(inboxMessages)
    .values({ name: 'Ada', email: 'ada@harbour.example', message: 'Hello', receivedAt: now() });
  await db.insert(jobs).values({ name: 'send-message', data: {}, state: 'failed', runAt: now(), createdAt: now() });
  await addSignedIn(setup.deps, 'Admin', { userName: 'ada' });
  const token = { hint: 'vt_', scopes: [], createdAt: now() };
  await db.insert(apiTokens).values([
    { ...token, tokenHash: '1', userId: 1, name: 'soon', expiresAt: after(13) },
    { ...token, tokenHash: '2', userId: 1, name: 'later', expiresAt: after(15) },
    { ...token, tokenHash: '3', userId: 1, name: 'revoked', expiresAt: after(3), revokedAt: now() },
    { ...token, tokenHash: '4', userId: 1, name: 'expired', expiresAt: after(-1) },
  ]);
  await writeFile(join(setup.deps.config.dataDir, 'last-backup'), `${after(-8).toISOString()}\n`);

  const others = [
    { kind: 'refusedCredentials', id: account.id, name: 'Project 2', problem: 'Authenticate' },
    { kind: 'failedSync', problem: 'Trello refuses the key' },
    { kind: 'parkedJobs', count: 1 },
  ];
  const backup = { kind: 'oldBackup', at: after(-8) };
  const unread = { kind: 'unreadMessages', count: 1 };
  const soon = { kind: 'expiringToken', name: 'soon', expiresAt: after(13), userName: 'ada', isOwn: true };
  expect(await items()).toMatchObject([...others, unread, backup, soon]);
  // An operator reads no inbox, and only tokens of their own.
  expect(await items({ ...operator, userId: 2 })).toMatchObject([...others, backup]);
  expect((await items(sessionFor('Editor'))).map(({ kind }) => kind)).toEqual(['unreadMessages', 'expiringToken']);
  await writeFile(join(setup.deps.config.dataDir, 'last-backup'), after(-6).toISOString());
  expect((await items()).map(({ kind }) => kind)).not.toContain('oldBackup');
});

test('a source that fails is named, and the others answer', async () => {
  const { deps } = setup;
  await deps.db.insert(inboxMessages).values({ name: 'Ada', email: '', message: 'Hello', receivedAt: deps.now() });
  const broken = { ...deps.queue, countParked: () => Promise.reject(new Error('no answer')) };
  const { items: found, failed } = await readAttention({ ...deps, queue: broken }, sessionFor());
  expect(failed).toEqual(['jobs']);
  expect(found).toMatchObject([{ kind: 'unreadMessages' }]);
});

test('a source that does not answer is named too', async () => {
  const silent = { ...setup.deps.queue, countParked: () => new Promise<number>(() => {}) };
  const { failed } = await readAttention({ ...setup.deps, queue: silent }, operator);
  expect(failed).toEqual(['jobs']);
});

test('a failed import of a message log and a board that could not be read are named', async () => {
  const { db, now } = setup.deps;
  const account = await setup.addAccount();
  const idle = await setup.addAccount({ isActive: false });
  const failed = { lastError: 'Twilio did not answer', lastSuccessAt: now() };
  for (const { id } of [account, idle])
    await db
      .insert(telephonySyncs)
      .values({ telephonyClientId: id, ...failed })
      .onConflictDoUpdate({ target: telephonySyncs.telephonyClientId, set: failed });
  await db.insert(boards).values({ trelloId: 'a', name: 'Harbour', seenIn: 1, problem: 'Trello answered 500' });
  await db.insert(boards).values({ trelloId: 'b', name: 'Old', seenIn: 1, problem: 'gone', isArchived: true });
  expect(await items()).toMatchObject([
    { kind: 'failedImport', id: account.id, problem: 'Twilio did not answer', succeededAt: now() },
    { kind: 'failedBoard', name: 'Harbour', problem: 'Trello answered 500' },
  ]);
});

const disk = dialect === 'sqlite' ? mountSmallDisk() : null;
afterAll(() => disk?.remove());

test.runIf(disk)('a disk with less than a tenth of free space is named', async () => {
  const config = { ...setup.deps.config, dataDir: disk?.folder ?? '' };
  expect((await readAttention({ ...setup.deps, config }, operator)).items).toEqual([]);
  await writeFile(join(config.dataDir, 'most'), Buffer.alloc(15_500_000));
  const [item] = (await readAttention({ ...setup.deps, config }, operator)).items;
  expect(item).toMatchObject({ kind: 'fullDisk' });
  expect(item && 'share' in item && item.share).toBeLessThan(0.1);
});

test.runIf(dialect === 'sqlite')('a disk that cannot be read is named too', async () => {
  const config = { ...setup.deps.config, dataDir: join(setup.deps.config.dataDir, 'gone') };
  await rm(config.dataDir, { recursive: true, force: true });
  expect((await readAttention({ ...setup.deps, config }, operator)).failed).toEqual(['disk']);
});

test('only Owners and Operators read the dashboard', async () => {
  const refused = { code: 'FORBIDDEN' };
  await expect(setup.client(1).desk.attention()).rejects.toMatchObject(refused);
  await expect(setup.client(1).desk.changes({})).rejects.toMatchObject(refused);
  await expect(setup.client(1).desk.lastDay()).rejects.toMatchObject(refused);
  expect((await setup.admin.desk.attention()).items).toEqual([]);
});
