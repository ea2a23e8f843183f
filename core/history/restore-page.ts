import { and, eq, gt, lte, max, sql } from 'drizzle-orm';
import { rowTitle } from '../../contract/row-title.ts';
import type { Database } from '../../db/database.ts';
import { contentHistory as entries } from '../../db/schema/history.ts';
import { type ContentRow, contentRow } from '../content/content-source.ts';
import type { Edit } from '../content/edit.ts';
import { pathOf, recordAllFound } from '../content/history-entries.ts';
import { allRows } from '../content/read.ts';
import type { RecordDefinition } from '../content/record.ts';
import { allRecords, records } from '../content/records.ts';
import type { Written } from '../content/write.ts';
import { notFound } from '../errors.ts';
import { differs, putBack, type Target } from './put-back.ts';
import { rowsUntil } from './states.ts';

/** A moment of the page: the newest entry that belongs to it. */
export interface Moment {
  id: number;
  at: Date;
  userName: string;
}

/** What a return of the page to a moment does to a row. */
export interface PageChange {
  record: string;
  name: string;
  rowId: number;
  title: string;
  effect: 'changed' | 'deleted' | 'brought back' | 'hidden';
}

/** The moment of an entry with the other entries of its change, or the last one until a time. Throws 404 without entries. */
export async function momentOf(db: Database, when: { entry: number } | { at: Date }): Promise<Moment> {
  const own = db
    .select({ revision: entries.revision })
    .from(entries)
    .where(eq(entries.id, 'entry' in when ? when.entry : 0));
  const where = 'entry' in when ? sql`${entries.revision} = ${own}` : lte(entries.at, when.at);
  const [last] = await db
    .select({ id: max(entries.id) })
    .from(entries)
    .where(where);
  const [moment] = await db
    .select({ id: entries.id, at: entries.at, userName: entries.userName })
    .from(entries)
    .where(eq(entries.id, last?.id ?? 0));
  if (!moment) throw notFound('This moment');
  return moment;
}

/** Gives the whole page the state of a moment, in one transaction. */
export async function restorePage(db: Database, moment: Moment, edit: Edit): Promise<Written> {
  await recordAllFound(db, edit.at);
  const written = await putBack(db, edit, async () => (await planOf(db, moment.id)).map(({ target }) => target));
  edit.recordChange({ record: 'Page', after: { restoredTo: moment.at } });
  return written;
}

/** What a return of the page to a moment would do. */
export async function pageChanges(db: Database, moment: Moment): Promise<PageChange[]> {
  const planned = await planOf(db, moment.id);
  return planned.map(({ target: { definition, id, row }, now, effect }) => ({
    record: pathOf(definition),
    name: definition.name,
    rowId: id,
    title: rowTitle(row ?? now ?? {}),
    effect,
  }));
}

interface Planned {
  target: Target;
  now: ContentRow | undefined;
  effect: PageChange['effect'];
}

async function planOf(db: Database, until: number): Promise<Planned[]> {
  const created = await createdAfter(db, until);
  const plans = await Promise.all(allRecords.map((definition) => planOfRecord(db, definition, until, created)));
  return plans.flat();
}

async function planOfRecord(
  db: Database,
  definition: RecordDefinition,
  until: number,
  created: ReadonlyMap<string, ReadonlySet<number>>,
): Promise<Planned[]> {
  const [old, live] = await Promise.all([rowsUntil(db, definition, until), allRows(db, definition)]);
  const then = new Map(old.map((row) => [row.id, row]));
  const now = new Map(live.map((row) => [row.id, contentRow(row)]));
  const isNew = (id: number) => created.get(pathOf(definition))?.has(id) ?? false;
  const planned: Planned[] = [];
  for (const row of now.values()) {
    const before = then.get(row.id);
    const plan = before ? changeOf(definition, row, before) : isNew(row.id) ? removalOf(definition, row) : null;
    if (plan) planned.push(plan);
  }
  for (const row of then.values()) {
    if (now.has(row.id)) continue;
    planned.push({ target: { definition, id: row.id, row }, now: undefined, effect: 'brought back' });
  }
  return planned;
}

function changeOf(definition: RecordDefinition, now: ContentRow, then: ContentRow): Planned | null {
  const row = definition === records.clients.items ? { ...then, ...monitoringOf(now) } : then;
  return differs(definition, row, now) ? { target: { definition, id: now.id, row }, now, effect: 'changed' } : null;
}

/** A row that is newer than the moment. A client stays with its server and the pings: only the page does not show it. */
function removalOf(definition: RecordDefinition, now: ContentRow): Planned | null {
  if (definition !== records.clients.items || now.healthCode === '')
    return { target: { definition, id: now.id, row: null }, now, effect: 'deleted' };
  if (now.showOnHomePage === false) return null;
  return { target: { definition, id: now.id, row: { ...now, showOnHomePage: false } }, now, effect: 'hidden' };
}

/** The fields of a client that are no part of the page. */
function monitoringOf({ healthCode, checkInterval, telephonyClientId }: ContentRow) {
  return { healthCode, checkInterval, telephonyClientId };
}

/**
 * Rows that came into being after an entry, by record. Other rows without an entry until then are older than the history. One
 * query for all records reads the entries of creations alone.
 */
async function createdAfter(db: Database, until: number): Promise<ReadonlyMap<string, ReadonlySet<number>>> {
  const created = await db
    .select({ record: entries.record, rowId: entries.rowId })
    .from(entries)
    .where(and(eq(entries.action, 'create'), gt(entries.id, until)));
  const byRecord = Map.groupBy(created, ({ record }) => record);
  return new Map([...byRecord].map(([record, rows]) => [record, new Set(rows.map(({ rowId }) => rowId))]));
}
