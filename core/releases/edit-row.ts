import type { Database } from '../../db/database.ts';
import { reserveId } from '../../db/query/reserve-id.ts';
import { type ContentRow, contentRow } from '../content/content-source.ts';
import { createOnce } from '../content/create-once.ts';
import { pathOf } from '../content/history-entries.ts';
import { findRow } from '../content/read.ts';
import type { RecordDefinition } from '../content/record.ts';
import { allRecords } from '../content/records.ts';
import { checkImages, type SavedRow, type SaveTarget } from '../content/write.ts';
import { conflict, invalid, notFound } from '../errors.ts';
import { recordAt } from '../history/entries.ts';
import { withDescendants } from './deleted-rows.ts';
import { findInRelease } from './find-in-release.ts';
import { type Change, changesOf } from './plan.ts';
import { type Author, findRelease, isEditable, notEditable } from './release.ts';
import { writeChange } from './write-change.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Where an edit goes: a release, and the record of the row. */
export interface ReleaseTarget {
  db: Database;
  releaseId: number;
  definition: RecordDefinition;
  author: Author;
}

/** Creates or changes a row in a release. Visitors see the row once the release is published. */
export async function saveInRelease(target: ReleaseTarget, where: SaveTarget, values: Fields): Promise<SavedRow> {
  const { db, releaseId, definition } = target;
  const release = await findRelease(db, releaseId);
  if (!isEditable(release)) throw notEditable(release);
  await checkImages(db, definition.schema, values);
  if (definition.parent && where.parentId !== undefined)
    await requireRow(db, releaseId, definition.parent, where.parentId);
  return where.id ? changeRow(target, where.id, where, values) : addRow(target, where, values);
}

/** A row as the release has it. Throws 404 if it has none. */
async function requireRow(
  db: Database,
  releaseId: number,
  definition: RecordDefinition,
  id: number,
): Promise<ContentRow> {
  const row = await findInRelease(db, releaseId, definition, id);
  if (!row) throw notFound(definition.name);
  return row;
}

async function addRow(target: ReleaseTarget, { parentId, saveKey }: SaveTarget, values: Fields): Promise<SavedRow> {
  const { db, releaseId, definition, author } = target;
  if (definition.parent && parentId === undefined) throw invalid({ parentId: `${definition.parent.name} is required` });
  const record = pathOf(definition);
  const row = definition.parent ? { ...values, parentId } : values;
  return createOnce(db, saveKey, {
    record: `releases.${releaseId}.${record}`,
    values: row,
    async create(remember) {
      const id = await reserveId(db, definition.table);
      const key = { record, isOrder: false, rowId: id };
      const added = { ...key, action: 'save', isNew: true, values: row, base: {} } as const;
      await writeChange(db, releaseId, key, author, async () => added, remember);
      return savedRow(db, releaseId, definition, id);
    },
    repeat: async (changeId) => savedRow(db, releaseId, definition, await rowOf(db, releaseId, changeId)),
    correct: async (changeId) => changeRow(target, await rowOf(db, releaseId, changeId), { parentId }, values),
  });
}

/** The row that a change of the release created. */
async function rowOf(db: Database, releaseId: number, changeId: number): Promise<number> {
  const change = (await changesOf(db, releaseId)).find(({ id }) => id === changeId);
  if (!change) throw notFound('This change');
  return change.rowId;
}

async function savedRow(db: Database, releaseId: number, definition: RecordDefinition, id: number): Promise<SavedRow> {
  const { version } = await requireRow(db, releaseId, definition, id);
  return { id, version };
}

async function changeRow(target: ReleaseTarget, id: number, where: SaveTarget, values: Fields): Promise<SavedRow> {
  const { db, releaseId, definition, author } = target;
  const key = { record: pathOf(definition), isOrder: false, rowId: id };
  const fields = where.parentId === undefined || !definition.parent ? values : { ...values, parentId: where.parentId };
  await writeChange(db, releaseId, key, author, async (known) => {
    const row = await requireRow(db, releaseId, definition, id);
    if (where.version !== undefined && where.version !== row.version)
      throw conflict(`Someone else has changed this ${definition.name.toLowerCase()} in the meantime.`, row);
    if (known?.isNew) return { ...known, values: { ...known.values, ...defined(fields) } };
    const live = await findRow(db, definition, id);
    if (!live) throw notFound(definition.name);
    return patched(key, known, contentRow(live), fields);
  });
  return savedRow(db, releaseId, definition, id);
}

/** The fields that differ from the live row. A field keeps the live value from which its change started. */
export function patched(
  key: { record: string; isOrder: boolean; rowId: number },
  known: { values: Fields; base: Fields } | undefined,
  live: ContentRow,
  fields: Fields,
) {
  const [values, base]: Record<string, unknown>[] = [{ ...known?.values }, { ...known?.base }];
  for (const [name, value] of Object.entries(defined(fields))) {
    if (value === live[name]) {
      delete values?.[name];
      delete base?.[name];
    } else if (values && base) {
      if (!(name in values)) base[name] = live[name] ?? null;
      values[name] = value;
    }
  }
  if (Object.keys(values ?? {}).length === 0) return null;
  return { ...key, action: 'save', isNew: false, values: values ?? {}, base: base ?? {} } as const;
}

/** A save that leaves a field out keeps the field. */
function defined(fields: Fields): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Deletes a row in a release, with its descendants. A row that the release has added disappears from the release. */
export async function deleteInRelease({ db, releaseId, definition, author }: ReleaseTarget, id: number): Promise<void> {
  await requireRow(db, releaseId, definition, id);
  const key = { record: pathOf(definition), isOrder: false, rowId: id };
  const live = await findRow(db, definition, id);
  const rows = live ? await withDescendants(db, definition, contentRow(live)) : [];
  await dropChangesBelow(db, releaseId, [key, ...rows.map((row) => ({ record: row.record, rowId: row.id }))], author);
  await writeChange(db, releaseId, key, author, async () =>
    live ? { ...key, action: 'delete', isNew: false, values: {}, base: { rows } } : null,
  );
}

type Place = Pick<Change, 'record' | 'rowId'>;

/** Removes the changes of these rows' descendants from a release, of live rows and of rows that the release has added. */
export async function dropChangesBelow(
  db: Database,
  releaseId: number,
  rows: readonly Place[],
  author: Author,
): Promise<void> {
  for (const change of changesBelow(await changesOf(db, releaseId), rows))
    await writeChange(db, releaseId, change, author, async () => null);
}

/** The changes of a row's descendants, of live ones and of those that the release has added. */
export function changesBelow(changes: readonly Change[], [row, ...descendants]: readonly Place[]): Change[] {
  const below = new Set(descendants.map(keyOf));
  const above = new Set([row, ...descendants].flatMap((place) => (place ? [keyOf(place)] : [])));
  // A row may have moved below a parent that was added later: records come in the order of their levels instead.
  for (const definition of allRecords)
    for (const change of changes) {
      if (!change.isNew || change.record !== pathOf(definition) || !above.has(parentKeyOf(change))) continue;
      above.add(keyOf(change));
      below.add(keyOf(change));
    }
  return changes.filter((change) => (change.isOrder ? above.has(parentKeyOf(change)) : below.has(keyOf(change))));
}

function keyOf({ record, rowId }: Place): string {
  return `${record} ${rowId}`;
}

/** The row above a change: the parent of a new row or of a list. */
function parentKeyOf({ record, isOrder, rowId, values }: Change): string {
  const parent = recordAt(record)?.parent;
  return parent ? `${pathOf(parent)} ${isOrder ? rowId : values.parentId}` : '';
}
