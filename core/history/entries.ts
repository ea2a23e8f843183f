import { and, desc, eq, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { infoOf } from '../../contract/fields.ts';
import type { HistoryAction, HistoryCause } from '../../contract/history.ts';
import { rowTitle } from '../../contract/row-title.ts';
import type { Database } from '../../db/database.ts';
import { isOneOf } from '../../db/query/json-rows.ts';
import { contentHistory as entries } from '../../db/schema/history.ts';
import { pathOf } from '../content/history-entries.ts';
import type { RecordDefinition } from '../content/record.ts';
import { allRecords } from '../content/records.ts';

/** An entry as stored. */
export type StoredEntry = typeof entries.$inferSelect;

/** A field that differs from the entry before. */
interface FieldChange {
  field: string;
  label: string;
  /** Pictures are content hashes. */
  kind: 'picture' | 'other';
  /** Null: the row had no such value. */
  from: unknown;
  to: unknown;
}

/** An entry of the history: one change of one row. */
export interface HistoryEntry {
  id: number;
  /** Entries of one change share the number. */
  revision: number;
  /** The record's path, such as `features.items`, and its name. */
  record: string;
  name: string;
  rowId: number;
  title: string;
  action: HistoryAction;
  cause: HistoryCause;
  at: Date;
  userName: string;
  values: Readonly<Record<string, unknown>>;
  changes: FieldChange[];
  /** True if the row has not changed since. */
  isNewest: boolean;
  /** True if the row is deleted now. */
  isDeleted: boolean;
}

/** Selects entries; without a property all of them. */
export interface HistoryFilter {
  section?: string | undefined;
  record?: RecordDefinition | undefined;
  rowId?: number | undefined;
  action?: HistoryAction | undefined;
  /** Only entries older than this one. */
  before?: number | undefined;
}

/** The newest `limit` matching entries, the newest first. */
export async function readHistory(db: Database, filter: HistoryFilter, limit: number): Promise<HistoryEntry[]> {
  const lists = recordsIn(filter).map((record) => readNewest(db, conditionOf(filter, record), limit));
  const found = (await Promise.all(lists)).flat().toSorted((a, b) => b.id - a.id);
  return describe(db, found.slice(0, limit));
}

/** One entry. Undefined: there is none, or it is older than the history is kept. */
export async function findEntry(db: Database, id: number): Promise<StoredEntry | undefined> {
  const [entry] = await db.select().from(entries).where(eq(entries.id, id));
  return entry;
}

/** The record of an entry. Undefined: the product has no such record any more. */
export function recordAt(path: string): RecordDefinition | undefined {
  return allRecords.find((definition) => pathOf(definition) === path);
}

/** A list for each record uses its index; all records are one list. */
function recordsIn({ section, record }: HistoryFilter): readonly (RecordDefinition | undefined)[] {
  if (record) return [record];
  return section === undefined ? [undefined] : allRecords.filter((definition) => definition.section === section);
}

function conditionOf({ rowId, action, before }: HistoryFilter, record: RecordDefinition | undefined): SQL | undefined {
  return and(
    record && eq(entries.record, pathOf(record)),
    rowId === undefined ? undefined : eq(entries.rowId, rowId),
    action && eq(entries.action, action),
    before === undefined ? undefined : lt(entries.id, before),
  );
}

function readNewest(db: Database, where: SQL | undefined, limit: number): PromiseLike<StoredEntry[]> {
  return db.select().from(entries).where(where).orderBy(desc(entries.id)).limit(limit);
}

/** Adds to each entry the differences from the entry before, and the state of the row now. */
async function describe(db: Database, found: readonly StoredEntry[]): Promise<HistoryEntry[]> {
  const ids = found.map(({ id }) => id);
  // Plain names: Drizzle leaves the table out of a column in the fields of a query.
  const sameRow = sql`other.record = content_history.record and other.row_id = content_history.row_id`;
  const around = await db
    .select({
      id: entries.id,
      before: sql<
        number | null
      >`(select max(other.id) from ${entries} other where ${sameRow} and other.id < content_history.id)`,
      newest: sql<number>`(select max(other.id) from ${entries} other where ${sameRow})`,
    })
    .from(entries)
    .where(isOneOf(entries.id, ids));
  const placeOf = new Map(around.map((place) => [place.id, place]));
  const others = around.flatMap(({ before, newest }) => (before === null ? [newest] : [before, newest]));
  const known = await db
    .select({ id: entries.id, action: entries.action, position: entries.position, values: entries.values })
    .from(entries)
    .where(inArray(entries.id, [...new Set(others)]));
  const byId = new Map(known.map((entry) => [entry.id, entry]));
  return found.map(({ userId: _userId, version: _version, ...entry }) => {
    const place = placeOf.get(entry.id);
    const newest = byId.get(place?.newest ?? entry.id);
    const before = place?.before == null ? undefined : byId.get(place.before);
    const definition = recordAt(entry.record);
    return {
      ...entry,
      name: definition?.name ?? entry.record,
      title: rowTitle(entry.values),
      changes: changesOf(definition, entry, before?.action === 'delete' ? undefined : before),
      isNewest: newest?.id === entry.id,
      isDeleted: newest?.action === 'delete',
    };
  });
}

type State = Pick<StoredEntry, 'position' | 'values'>;

function changesOf(
  definition: RecordDefinition | undefined,
  entry: State & { action: HistoryAction },
  before: State | undefined,
): FieldChange[] {
  if (!definition) return [];
  const isGone = entry.action === 'delete';
  const [from, to] = isGone ? [entry.values, {}] : [before?.values ?? {}, entry.values];
  const changes = Object.entries(definition.schema.shape).flatMap(([field, schema]): FieldChange[] => {
    const [old, now] = [valueIn(from, field), valueIn(to, field)];
    if (old === now) return [];
    const info = infoOf(schema);
    return [{ field, label: info?.label ?? field, kind: info?.slot ? 'picture' : 'other', from: old, to: now }];
  });
  if (isGone || !before) return changes;
  const [oldParent, parent] = [valueIn(before.values, 'parentId'), valueIn(entry.values, 'parentId')];
  if (oldParent !== parent && definition.parent)
    changes.push({ field: 'parentId', label: definition.parent.name, kind: 'other', from: oldParent, to: parent });
  if (before.position !== entry.position)
    changes.push({ field: 'position', label: 'Place', kind: 'other', from: before.position, to: entry.position });
  return changes;
}

/** A value; an empty text is no value. */
function valueIn(values: Readonly<Record<string, unknown>>, field: string): unknown {
  const value = values[field] ?? null;
  return value === '' ? null : value;
}
