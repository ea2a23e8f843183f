import { and, desc, eq, lt } from 'drizzle-orm';
import { rowTitle } from '../../contract/row-title.ts';
import type { Database, Statement, Transaction } from '../../db/database.ts';
import { contentHistory as entries } from '../../db/schema/history.ts';
import { type ContentRow, contentRow } from '../content/content-source.ts';
import type { Edit } from '../content/edit.ts';
import { pathOf } from '../content/history-entries.ts';
import { findRow } from '../content/read.ts';
import type { RecordDefinition } from '../content/record.ts';
import type { Written } from '../content/write.ts';
import { conflict, invalid, notFound } from '../errors.ts';
import { findEntry, recordAt, type StoredEntry } from './entries.ts';
import { putBack, type Target } from './put-back.ts';
import { rowAt } from './states.ts';

/** Gives a row the state of an entry, or only some fields of it; brings a deleted row back with its children. */
export async function restoreEntry(
  db: Database,
  id: number,
  fields: readonly string[] | undefined,
  edit: Edit,
): Promise<Written> {
  const { entry, definition } = await requireEntry(db, id);
  const written = await putBack(db, edit, async () => {
    const found = await findRow(db, definition, entry.rowId);
    const now = found && contentRow(found);
    const then = rowAt(definition, entry);
    if (now) return [{ definition, id: entry.rowId, row: { ...now, ...pick(then, fields, now) } }];
    if (fields) throw notFound(definition.name);
    return [{ definition, id: entry.rowId, row: then }, ...(await childrenDeletedWith(db, entry))];
  });
  edit.recordChange({ record: definition.name, id: entry.rowId, after: entry.values });
  return written;
}

/** The values of a restored row: without `fields` all of them, in the place that the row has now. */
function pick(then: ContentRow, fields: readonly string[] | undefined, now: ContentRow): Partial<ContentRow> {
  if (!fields) return { ...then, position: now.position };
  const unknown = fields.find((field) => !(field in then) || field === 'id' || field === 'version');
  if (unknown !== undefined) throw invalid({ fields: `There is no field ${unknown}` });
  return Object.fromEntries(fields.map((field) => [field, then[field]]));
}

/** The rows that the newest deletion of a row deleted too. */
async function childrenDeletedWith(db: Database, { record, rowId }: StoredEntry): Promise<Target[]> {
  const [deletion] = await db
    .select()
    .from(entries)
    .where(and(eq(entries.record, record), eq(entries.rowId, rowId), eq(entries.action, 'delete')))
    .orderBy(desc(entries.id))
    .limit(1);
  if (!deletion) return [];
  const deleted = await entriesOf(db, deletion.revision);
  return deleted
    .filter((entry) => entry.action === 'delete' && isDescendant(entry, deletion, deleted))
    .flatMap((entry) => {
      const definition = recordAt(entry.record);
      return definition ? [{ definition, id: entry.rowId, row: rowAt(definition, entry) }] : [];
    });
}

function isDescendant(entry: StoredEntry, ancestor: StoredEntry, all: readonly StoredEntry[]): boolean {
  const parent = recordAt(entry.record)?.parent;
  if (!parent) return false;
  if (pathOf(parent) === ancestor.record) return entry.values.parentId === ancestor.rowId;
  const between = all.find((other) => other.record === pathOf(parent) && other.rowId === entry.values.parentId);
  return between !== undefined && isDescendant(between, ancestor, all);
}

/**
 * Undoes a change: gives each of its rows the state before, deletes the rows that it created, and brings back those that it
 * deleted. Throws a conflict if one of the rows has changed since. `also` builds further statements of the transaction.
 */
export async function undoChange(
  db: Database,
  revision: number,
  edit: Edit,
  also?: (tx: Transaction) => Statement[],
): Promise<Written> {
  // The state in which the history found a row belongs to no change: before it the row was not known.
  const changed = newestOfEachRow((await entriesOf(db, revision)).filter(({ cause }) => cause !== 'start'));
  const [first] = changed;
  if (!first && !also) throw notFound('This change');
  const written = await putBack(db, edit, () => statesBefore(db, changed), also);
  if (!first) return written;
  const name = recordAt(first.record)?.name ?? first.record;
  edit.recordChange({ record: name, id: first.rowId, after: { undone: rowTitle(first.values) } });
  return written;
}

/** The states before these entries. Of several refusals the one of the first entry counts. */
async function statesBefore(db: Database, changed: readonly StoredEntry[]): Promise<Target[]> {
  const states = await Promise.allSettled(changed.map((entry) => stateBefore(db, entry)));
  return states.map((state) => {
    if (state.status === 'rejected') throw state.reason;
    return state.value;
  });
}

async function stateBefore(db: Database, entry: StoredEntry): Promise<Target> {
  const definition = recordAt(entry.record);
  if (!definition) throw notFound('This record');
  const sameRow = and(eq(entries.record, entry.record), eq(entries.rowId, entry.rowId));
  const [newest] = await db.select({ id: entries.id }).from(entries).where(sameRow).orderBy(desc(entries.id)).limit(1);
  if (newest?.id !== entry.id) {
    const title = rowTitle(entry.values);
    throw conflict(
      `${definition.name}${title === '' ? '' : ` “${title}”`} has changed since. Its history has all versions.`,
    );
  }
  const [before] = await db
    .select()
    .from(entries)
    .where(and(sameRow, lt(entries.id, entry.id)))
    .orderBy(desc(entries.id))
    .limit(1);
  const row = before && before.action !== 'delete' ? rowAt(definition, before) : null;
  return { definition, id: entry.rowId, row };
}

async function entriesOf(db: Database, revision: number): Promise<StoredEntry[]> {
  return db.select().from(entries).where(eq(entries.revision, revision)).orderBy(entries.id);
}

/** A change of a row that the history did not know has two entries: the row as found, and the change. */
function newestOfEachRow(list: readonly StoredEntry[]): StoredEntry[] {
  return [...new Map(list.map((entry) => [`${entry.record} ${entry.rowId}`, entry])).values()];
}

/** An entry and its record. Throws 404 if either does not exist any more. */
async function requireEntry(db: Database, id: number): Promise<{ entry: StoredEntry; definition: RecordDefinition }> {
  const entry = await findEntry(db, id);
  const definition = entry && recordAt(entry.record);
  if (!definition) throw notFound('This version');
  return { entry, definition };
}
