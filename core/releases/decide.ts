import type { Database } from '../../db/database.ts';
import { contentRow } from '../content/content-source.ts';
import { allRows, findRow } from '../content/read.ts';
import type { RecordDefinition } from '../content/record.ts';
import { conflict, notFound } from '../errors.ts';
import { recordAt } from '../history/entries.ts';
import { newestEntry } from '../history/newest-entry.ts';
import { rowAt } from '../history/states.ts';
import { withDescendants } from './deleted-rows.ts';
import { dropChangesBelow } from './edit-row.ts';
import { inListOrder } from './list-place.ts';
import { type Change, changesOf } from './plan.ts';
import type { Author } from './release.ts';
import { type NextChange, writeChange } from './write-change.ts';

/** What people decide about a change that meets a live change. */
export type Decision = 'release' | 'live';

/** A change of a release, and the record of its row. Throws 404 if either does not exist any more. */
export async function findChange(db: Database, releaseId: number, changeId: number) {
  const change = (await changesOf(db, releaseId)).find(({ id }) => id === changeId);
  const definition = change && recordAt(change.record);
  if (!definition) throw notFound('This change');
  return { change, definition };
}

/** Removes a change, or one field of it, from a release. */
export async function dropChange(
  db: Database,
  releaseId: number,
  changeId: number,
  field: string | undefined,
  author: Author,
): Promise<void> {
  const { change } = await findChange(db, releaseId, changeId);
  // New children of a new row cannot stay without the row.
  if (change.isNew && !field) await dropChangesBelow(db, releaseId, [change], author);
  await writeChange(db, releaseId, change, author, async (known) => (known && field ? without(known, field) : null));
}

/** Decides what becomes of a change that meets a live change: the release's version, or what visitors see now. */
export async function decideConflict(
  db: Database,
  releaseId: number,
  { changeId, field, keep }: { changeId: number; field?: string | undefined; keep: Decision },
  author: Author,
): Promise<void> {
  if (keep === 'live') return dropChange(db, releaseId, changeId, field, author);
  const { change, definition } = await findChange(db, releaseId, changeId);
  await writeChange(db, releaseId, change, author, async (known) =>
    known ? startingFromNow(db, definition, known, field) : null,
  );
}

function without(change: Change, field: string): NextChange {
  const { [field]: _value, ...values } = change.values;
  const { [field]: _base, ...base } = change.base;
  return Object.keys(values).length === 0 ? null : { ...change, values, base };
}

/** The change as if it had been made after the live change. */
async function startingFromNow(
  db: Database,
  definition: RecordDefinition,
  change: Change,
  field: string | undefined,
): Promise<NextChange> {
  if (change.isOrder) {
    const parentId = definition.parent ? change.rowId : undefined;
    const rows = (await allRows(db, definition, parentId)).map((row) => contentRow(row));
    return { ...change, base: { ids: inListOrder(definition, rows).map(({ id }) => id) } };
  }
  const found = await findRow(db, definition, change.rowId);
  const live = found && contentRow(found);
  if (change.action === 'delete')
    return live ? { ...change, base: { rows: await withDescendants(db, definition, live) } } : null;
  if (!live) return revived(db, definition, change);
  const names = field === undefined ? Object.keys(change.values) : [field];
  return {
    ...change,
    base: { ...change.base, ...Object.fromEntries(names.map((name) => [name, live[name] ?? null])) },
  };
}

/** A change of a row that was deleted live creates the row again. */
async function revived(db: Database, definition: RecordDefinition, change: Change): Promise<NextChange> {
  if (change.isNew) throw conflict('The record above it was deleted. Restore that one first.');
  const last = await newestEntry(db, definition, change.rowId);
  if (!last) throw notFound(definition.name);
  const { id: _id, version: _version, position: _position, ...values } = rowAt(definition, last);
  return { ...change, isNew: true, values: { ...values, ...change.values }, base: {} };
}
