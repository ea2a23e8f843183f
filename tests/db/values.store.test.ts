import { asc, count, eq, max, min, sum } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { imageHash } from '../../contract/image-hash.ts';
import type { OpenDatabase } from '../../db/database.ts';
import { dialect } from '../../db/dialect.ts';
import { openDatabase } from '../../db/open.ts';
import * as postgresColumns from '../../db/postgres/columns.ts';
import { constraintErrorOf } from '../../db/query/constraint-errors.ts';
import { boardCards, boards } from '../../db/schema/boards.ts';
import { clientHeadings, clients } from '../../db/schema/clients.ts';
import { healthMonitors } from '../../db/schema/health.ts';
import { images } from '../../db/schema/images.ts';
import { inboxMessages } from '../../db/schema/inbox.ts';
import { jobs } from '../../db/schema/jobs.ts';
import * as sqliteColumns from '../../db/sqlite/columns.ts';
import { createDatabase, makeStore, type Store } from '../fixture/store.ts';

test('both databases have the same column helpers', () => {
  expect(Object.keys(postgresColumns).sort()).toEqual(Object.keys(sqliteColumns).sort());
});

describe('values come back as they were stored', () => {
  let store: Store;
  let opened: OpenDatabase;
  beforeAll(async () => {
    store = await makeStore();
    opened = await store.open();
  });
  afterAll(async () => {
    await opened.close();
    await store.remove();
  });

  test('points in time, to the millisecond', async () => {
    const { db } = opened;
    const moments = ['1970-01-01T00:00:00.000Z', '2026-10-25T01:30:00.001Z', '2999-12-31T23:59:59.999Z'].map(
      (text) => new Date(text),
    );
    await db
      .insert(inboxMessages)
      .values(moments.map((receivedAt) => ({ name: 'a', email: 'b', message: 'c', receivedAt, readAt: null })));
    const rows = await db.select().from(inboxMessages).orderBy(asc(inboxMessages.receivedAt));
    expect(rows.map(({ receivedAt, readAt }) => [receivedAt, readAt])).toEqual(moments.map((at) => [at, null]));
    const [first, last] = moments.toSorted((a, b) => Number(a) - Number(b)).filter((_, place) => place !== 1);
    const extremes = { first: min(inboxMessages.receivedAt), last: max(inboxMessages.receivedAt) };
    expect(await db.select(extremes).from(inboxMessages)).toEqual([{ first, last }]);
    expect(
      await db
        .select()
        .from(inboxMessages)
        .where(eq(inboxMessages.receivedAt, moments[1] ?? new Date())),
    ).toEqual([rows[1]]);
    await db.delete(inboxMessages);
    expect(await db.select(extremes).from(inboxMessages)).toEqual([{ first: null, last: null }]);
  });

  test('bytes', async () => {
    const bytes = Buffer.from(Array.from({ length: 300 }, (_, place) => place % 256));
    const picture = {
      hash: imageHash('0'.repeat(32)),
      format: 'png',
      width: 1,
      height: 2,
      createdAt: new Date(5),
    } as const;
    await opened.db.insert(images).values({ ...picture, bytes });
    const [stored] = await opened.db.select().from(images);
    expect(Buffer.isBuffer(stored?.bytes)).toBe(true);
    expect(stored).toMatchObject({ ...picture, bytes, thumbhash: null });
  });

  test('JSON, with the order of its keys and with texts that only JSON can hold', async () => {
    const values = [
      { zebra: 1, ant: [null, true, 1.5, -0.25, 1e21], deep: { '': '' } },
      { text: 'a\u0000b\ud800c', quote: '"\\\n\u2028', emoji: '🚢' },
      {},
    ];
    const now = new Date(0);
    await opened.db.insert(jobs).values(values.map((data) => ({ name: 'job', data, runAt: now, createdAt: now })));
    const rows = await opened.db.select({ data: jobs.data }).from(jobs).orderBy(asc(jobs.id));
    expect(rows.map(({ data }) => data)).toEqual(values);
    expect(JSON.stringify(rows[0]?.data)).toBe(JSON.stringify(values[0]));
  });

  test('flags, numbers and counts', async () => {
    const { db } = opened;
    const row = { trelloId: 'a', name: '', seenIn: 2_147_483_647 };
    await db.insert(boards).values([row, { ...row, trelloId: 'b', isArchived: true, seenIn: 1 }]);
    const rows = await db.select().from(boards).orderBy(asc(boards.isArchived));
    expect(rows.map(({ id, isArchived, seenIn }) => [typeof id, isArchived, seenIn])).toEqual([
      ['number', false, 2_147_483_647],
      ['number', true, 1],
    ]);
    expect(await db.$count(boards)).toBe(2);
    expect(await db.$count(boards, eq(boards.isArchived, true))).toBe(1);
    const totals = { count: count(), sum: sum(boards.seenIn), min: min(boards.seenIn), max: max(boards.name) };
    expect(await db.select(totals).from(boards)).toEqual([{ count: 2, sum: '2147483648', min: 1, max: '' }]);
  });

  test('text in the order of its bytes', async () => {
    expect(await sorted(opened)).toEqual(inByteOrder);
  });

  test('a search for a text that a database cannot store finds nothing and does not fail', async () => {
    const { db } = opened;
    for (const text of ['a\0b', 'a\ud800b', '\udfff'])
      expect(await db.select().from(boards).where(eq(boards.trelloId, text))).toEqual([]);
  });

  test('a broken constraint has its kind', async () => {
    const { db } = opened;
    const broken = async (write: PromiseLike<unknown>) => {
      try {
        await write;
        return 'nothing';
      } catch (error) {
        return constraintErrorOf(error);
      }
    };
    await db.insert(boards).values({ trelloId: 'twice', name: '', seenIn: 1 });
    expect(await broken(db.insert(boards).values({ trelloId: 'twice', name: '', seenIn: 1 }))).toBe('unique');
    const card = { id: 'x', listId: '', name: '', date: new Date(0), labelIds: [], values: {}, seenIn: 1 };
    expect(await broken(db.insert(boardCards).values({ ...card, boardId: 99_999 }))).toBe('reference');
    const [heading] = await db.insert(clientHeadings).values({ title: 'C', subTitle: '', isActive: true }).returning();
    const client = { parentId: heading?.id ?? 0, name: '', displayOrder: 1, showOnHomePage: true, isActive: true };
    const [made] = await db.insert(clients).values(client).returning();
    const monitor = { clientId: made?.id ?? 0, code: '', interval: 'none', isActive: true, status: 'new' } as const;
    await db.insert(healthMonitors).values({ ...monitor, statusSince: new Date(0) });
    expect(await broken(db.insert(healthMonitors).values({ ...monitor, statusSince: new Date(0) }))).toBe('unique');
    // Deleting the parent deletes its children and their children.
    await db.delete(clientHeadings);
    expect(await db.$count(healthMonitors)).toBe(0);
  });
});

const inByteOrder = ['', '10', '9', 'A', 'B', 'a', 'b', 'Ä', 'é', '\uffff', '🚢'];

async function sorted({ db }: OpenDatabase): Promise<string[]> {
  await db.delete(boards);
  await db
    .insert(boards)
    .values(inByteOrder.toReversed().map((name) => ({ name, trelloId: `id of ${name}`, seenIn: 1 })));
  return (await db.select().from(boards).orderBy(asc(boards.name))).map(({ name }) => name);
}

test.runIf(dialect === 'postgres')('locale and time zone of a Postgres database change nothing', async () => {
  const { url, drop, query } = await createDatabase(
    "template template0 encoding 'UTF8' locale_provider icu icu_locale 'de' locale 'C.UTF-8'",
  );
  await query((name) => `alter database ${name} set timezone to 'Asia/Kolkata'`);
  const opened = await openDatabase({ dataDir: '', databaseUrl: url });
  try {
    expect(await sorted(opened)).toEqual(inByteOrder);
    const receivedAt = new Date('2026-10-25T01:30:00.001Z');
    await opened.db.insert(inboxMessages).values({ name: 'a', email: 'b', message: 'c', receivedAt });
    expect((await opened.db.select().from(inboxMessages))[0]?.receivedAt).toEqual(receivedAt);
    expect(await opened.db.$count(inboxMessages, eq(inboxMessages.receivedAt, receivedAt))).toBe(1);
  } finally {
    await opened.close();
    await drop();
  }
});
