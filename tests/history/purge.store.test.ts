import { and, eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { historyDays, historyEntriesKept } from '../../contract/history.ts';
import { contentHistory } from '../../db/schema/history.ts';
import { handlers } from '../../workers/jobs/index.ts';
import { makeDependencies } from '../fixture/dependencies.ts';

const now = new Date('2026-06-01T08:00:00.000Z');
const day = 86_400_000;
/** Entries from then on are kept, however many a row has. */
const limit = Number(now) - historyDays * day;

let made: Awaited<ReturnType<typeof makeDependencies>>;
beforeEach(async () => {
  made = await makeDependencies({}, { now: () => now });
});
afterEach(() => made.remove());

type Entry = typeof contentHistory.$inferInsert;

/** Entries of a row, one for each time, the oldest first. */
function entriesOf(record: string, rowId: number, times: readonly number[]): Entry[] {
  const common = { revision: 1, record, rowId, action: 'save', cause: 'edit', userName: 'admin', position: 1 } as const;
  return times.map((at, place) => ({ ...common, at: new Date(at), version: place + 1, values: { title: `${place}` } }));
}

const purge = () => handlers.purgeHistory.run({}, made.deps);

async function add(entries: readonly Entry[]): Promise<void> {
  for (let start = 0; start < entries.length; start += 200)
    await made.deps.db.insert(contentHistory).values(entries.slice(start, start + 200));
}

/** The versions that a row still has, the oldest first. */
async function versionsOf(record: string, rowId: number): Promise<number[]> {
  const { id, version } = contentHistory;
  const ofRow = and(eq(contentHistory.record, record), eq(contentHistory.rowId, rowId));
  const rows = await made.deps.db.select({ version }).from(contentHistory).where(ofRow).orderBy(id);
  return rows.map((row) => row.version);
}

const times = (count: number, at: number) => Array.from({ length: count }, () => at);
const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, place) => first + place);

test('retention is two years and the newest 20 entries of each row', () => {
  expect([historyDays, historyEntriesKept]).toEqual([730, 20]);
});

test('only entries older than 730 days are purged, to the millisecond', async () => {
  const recent = times(20, Number(now));
  await add(entriesOf('facts.items', 1, [limit - 1, limit, limit + 1, ...recent]));
  // The newest entries of a row may be old, those before them too.
  await add(entriesOf('facts.items', 2, times(21, limit)));
  await add(entriesOf('facts.items', 3, times(21, limit - 1)));
  await purge();
  expect(await versionsOf('facts.items', 1)).toEqual(from(2, 23));
  expect(await versionsOf('facts.items', 2)).toEqual(from(1, 21));
  expect(await versionsOf('facts.items', 3)).toEqual(from(2, 21));
});

test('the newest 20 entries of each row stay, of that row and of no other', async () => {
  for (const count of [19, 20, 21, 45]) {
    await add(entriesOf('facts.items', count, times(count, limit - day)));
    // The same id in another record.
    await add(entriesOf('projects.items', count, times(count === 45 ? 3 : 22, limit - day)));
  }
  // 20 recent entries are the newest ones: all old entries go.
  await add(entriesOf('facts.items', 1, [...times(5, limit - day), ...times(20, limit + day)]));
  await add(entriesOf('facts.items', 2, [...times(5, limit - day), ...times(19, limit + day)]));
  await purge();
  expect(await versionsOf('facts.items', 19)).toEqual(from(1, 19));
  expect(await versionsOf('facts.items', 20)).toEqual(from(1, 20));
  expect(await versionsOf('facts.items', 21)).toEqual(from(2, 21));
  expect(await versionsOf('facts.items', 45)).toEqual(from(26, 45));
  for (const id of [19, 20, 21]) expect(await versionsOf('projects.items', id)).toEqual(from(3, 22));
  expect(await versionsOf('projects.items', 45)).toEqual(from(1, 3));
  expect(await versionsOf('facts.items', 1)).toEqual(from(6, 25));
  expect(await versionsOf('facts.items', 2)).toEqual(from(5, 24));
});

test('a purge goes through several batches of entries that go and entries that stay', async () => {
  // Rows whose only entry stays, before, between and after the entries of a row that go, many of them at one time.
  const lonely = (first: number, at: number) =>
    from(first, first + 599).flatMap((rowId) => entriesOf('facts.items', rowId, [at]));
  await add(lonely(1000, limit - 3 * day));
  await add(entriesOf('projects.items', 1, times(1300, limit - 2 * day)));
  await add(lonely(3000, limit - 2 * day));
  await add(
    entriesOf(
      'projects.items',
      2,
      from(1, 700).map((place) => limit - day + place),
    ),
  );
  await add(lonely(5000, limit - 1));
  await purge();
  expect(await versionsOf('projects.items', 1)).toEqual(from(1281, 1300));
  expect(await versionsOf('projects.items', 2)).toEqual(from(681, 700));
  const { db } = made.deps;
  expect(await db.$count(contentHistory, eq(contentHistory.record, 'facts.items'))).toBe(1800);
  expect(await db.$count(contentHistory)).toBe(1840);
  await purge();
  expect(await db.$count(contentHistory)).toBe(1840);
});
