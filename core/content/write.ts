import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { fieldInfo } from '../../contract/fields.ts';
import { hash, type ImageHash } from '../../contract/image-hash.ts';
import { messages } from '../../contract/messages.ts';
import type { Database, Statement, Transaction } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { constraintErrorOf } from '../../db/query/constraint-errors.ts';
import { nextRevision } from '../../db/query/content-revision.ts';
import { isOneOf } from '../../db/query/json-rows.ts';
import { images } from '../../db/schema/images.ts';
import { conflict, invalid, notFound } from '../errors.ts';
import { createOnce, type SaveKey } from './create-once.ts';
import type { Edit } from './edit.ts';
import {
  creationOf,
  findRowToChange,
  recordDeletion,
  recordDescendantDeletions,
  recordFound,
  recordStates,
  recordUpdate,
} from './history-entries.ts';
import { findRow, parentColumn } from './read.ts';
import type { RecordDefinition } from './record.ts';

/** The row to save; without an id, a new row. */
export interface SaveTarget {
  id?: number | null | undefined;
  /** The version that was edited; a conflict if the stored version differs. Left out: no check. */
  version?: number | undefined;
  parentId?: number | undefined;
  /** Idempotency key of a new row. */
  saveKey?: SaveKey | undefined;
}

/** Id and new version of a saved row. */
export interface SavedRow {
  id: number;
  version: number;
}

/** A change of the content. */
export interface Written {
  /** The content revision of the change, by which it can be undone (core/history/undo.ts). Null: nothing has changed. */
  revision: number | null;
}

/** A saved row of the content. */
export type Saved = SavedRow & Written;

type Fields = Record<string, unknown>;

/** Creates or updates a row and increments the content revision in one transaction; records the change. */
export async function saveRow(
  db: Database,
  definition: RecordDefinition,
  target: SaveTarget,
  values: Fields,
  edit: Edit,
): Promise<Saved> {
  await checkImages(db, definition.schema, values);
  if (definition.parent && target.parentId !== undefined) {
    const parent = await findRow(db, definition.parent, target.parentId);
    if (!parent) throw notFound(definition.parent.name);
  }
  const saved = target.id
    ? updateRow(db, definition, target.id, target, values, edit)
    : insertRow(db, definition, target, values, edit);
  return saved.catch((error: unknown) => {
    // The parent was deleted after the check above.
    throw definition.parent && constraintErrorOf(error) === 'reference' ? notFound(definition.parent.name) : error;
  });
}

// Each transaction increments the revision first. Concurrent transactions wait for each other on that row, so the next
// statement, such as the one that computes the next position, sees all committed writes.

async function insertRow(
  db: Database,
  definition: RecordDefinition,
  target: SaveTarget,
  values: Fields,
  edit: Edit,
): Promise<Saved> {
  if (definition.parent && target.parentId === undefined)
    throw invalid({ parentId: `${definition.parent.name} is required` });
  const { saveKey, parentId } = target;
  return createOnce(db, saveKey, {
    record: `${definition.section}.${definition.key}`,
    values: { ...values, parentId },
    create: (remember) => insertNewRow(db, definition, parentId, values, remember, edit),
    async repeat(id) {
      const row = await findRow(db, definition, id);
      if (!row) throw notFound(definition.name);
      edit.recordChange({ record: definition.name, id, before: values, after: values });
      return { id, version: row.version, revision: await creationOf(db, definition, id) };
    },
    correct: (id) => updateRow(db, definition, id, { version: 1, parentId }, values, edit),
  });
}

async function insertNewRow(
  db: Database,
  definition: RecordDefinition,
  parentId: number | undefined,
  values: Fields,
  remember: (tx: Transaction) => Statement[],
  edit: Edit,
): Promise<Saved> {
  const siblings = definition.parent ? sql` where ${parentColumn(definition)} = ${parentId}` : sql``;
  const position = sql`(select coalesce(max(${definition.table.position}), 0) + 1 from ${definition.table}${siblings})`;
  const row = { ...values, parentId, position };
  const { table } = definition;
  // No id is used twice, so the newest row has the largest id.
  const newest = sql`${table.id} = (select max(${table.id}) from ${table})`;
  const [counted, saved] = await atomically(db, (tx) => [
    nextRevision(tx),
    tx.insert(table).values(row).returning({ id: table.id, version: table.version }),
    ...remember(tx),
    recordStates(tx, definition, newest, edit, 'create'),
  ]);
  const [first] = saved;
  if (!first) throw new Error('the insert returned no row');
  edit.recordChange({ record: definition.name, id: first.id, after: { ...values, parentId } });
  return { ...first, ...revisionOf(counted) };
}

/** Attempts of an update while other saves change the row between read and write. */
const maxAttempts = 25;

async function updateRow(
  db: Database,
  definition: RecordDefinition,
  id: number,
  target: SaveTarget,
  values: Fields,
  edit: Edit,
): Promise<Saved> {
  const { table } = definition;
  const moved = definition.parent && target.parentId !== undefined ? { parentId: target.parentId } : {};
  const after = { ...values, ...moved };
  const row = { ...after, version: sql`${table.version} + 1` };
  for (let attempt = 1; ; attempt += 1) {
    const before = await findRowToChange(db, definition, id, edit);
    if (!before) throw notFound(definition.name);
    const isStale = target.version !== undefined && target.version !== before.version;
    if (isStale || attempt > maxAttempts)
      throw conflict(`Someone else has changed this ${definition.name.toLowerCase()} in the meantime.`, before);
    // Update only the version that was read, so that the recorded change is exact.
    const own = eq(table.id, id);
    const [counted, saved] = await atomically(db, (tx) => [
      nextRevision(tx),
      tx
        .update(table)
        .set(row)
        .where(and(own, eq(table.version, before.version)))
        .returning({ id: table.id, version: table.version }),
      recordUpdate(tx, definition, id, edit),
    ]);
    const [first] = saved;
    if (!first) continue;
    edit.recordChange({ record: definition.name, id, before, after });
    return { ...first, ...revisionOf(counted) };
  }
}

/** Deletes a row and its descendants. */
export async function deleteRow(db: Database, definition: RecordDefinition, id: number, edit: Edit): Promise<Written> {
  const own = eq(definition.table.id, id);
  const [counted, , deleted] = await atomically(db, (tx) => [
    nextRevision(tx),
    recordFound(tx, definition, own, edit),
    recordDeletion(tx, definition, own, edit),
    ...recordDescendantDeletions(tx, definition, own, edit),
    tx.delete(definition.table).where(own),
  ]);
  const [before] = deleted;
  if (!before) throw notFound(definition.name);
  edit.recordChange({ record: definition.name, id, before: before.values });
  return revisionOf(counted);
}

/** The revision that `nextRevision` answered. */
export function revisionOf([counted]: readonly { revision: number }[]): Written {
  return { revision: counted?.revision ?? null };
}

/** Rejects pictures that are not stored or have a format that their slot does not accept (specification, section 5). */
export async function checkImages(db: Database, schema: z.ZodObject, values: Fields): Promise<void> {
  const formats = await formatsOf(db, hashesIn(schema, values));
  const [problem] = Object.entries(pictureProblems(schema, values, formats));
  if (problem) throw invalid(Object.fromEntries([problem]));
}

/** The pictures that a record's fields refer to. */
export function hashesIn(schema: z.ZodObject, values: Fields): ImageHash[] {
  return Object.entries(schema.shape).flatMap(([field, fieldSchema]) =>
    fieldInfo.get(fieldSchema)?.slot ? (hash.safeParse(values[field]).data ?? []) : [],
  );
}

/** Formats of the stored ones among these pictures. */
export async function formatsOf(db: Database, pictures: readonly ImageHash[]) {
  const found = await db
    .select({ hash: images.hash, format: images.format })
    .from(images)
    .where(isOneOf(images.hash, pictures));
  return new Map(found.map(({ hash: known, format }) => [known, format]));
}

/** Messages about pictures that are not stored or have a format that their slot does not accept, by field. */
export function pictureProblems(
  schema: z.ZodObject,
  values: Fields,
  formats: Awaited<ReturnType<typeof formatsOf>>,
): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const [field, fieldSchema] of Object.entries(schema.shape)) {
    const info = fieldInfo.get(fieldSchema);
    const image = hash.safeParse(values[field]);
    if (!info?.slot || !image.success) continue;
    const format = formats.get(image.data);
    if (!format) problems[field] = `${info.label} must be uploaded again`;
    else if (info.slot.accept === 'png' && format !== 'png') problems[field] = messages.pngOnly;
  }
  return problems;
}
