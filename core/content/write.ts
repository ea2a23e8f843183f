import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { fieldInfo } from '../../contract/fields.ts';
import { hash } from '../../contract/image-hash.ts';
import { messages } from '../../contract/messages.ts';
import type { Database, Statement, Transaction } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { constraintErrorOf } from '../../db/query/constraint-errors.ts';
import { nextRevision } from '../../db/query/content-revision.ts';
import { images } from '../../db/schema/images.ts';
import type { RecordChange } from '../audit/entries.ts';
import { conflict, invalid, notFound } from '../errors.ts';
import { createOnce, type SaveKey } from './create-once.ts';
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
export interface Saved {
  id: number;
  version: number;
}

type Fields = Record<string, unknown>;

/** Creates or updates a row and increments the content revision in one transaction; records the change. */
export async function saveRow(
  db: Database,
  definition: RecordDefinition,
  target: SaveTarget,
  values: Fields,
  recordChange: RecordChange,
): Promise<Saved> {
  await checkImages(db, definition.schema, values);
  if (definition.parent && target.parentId !== undefined) {
    const parent = await findRow(db, definition.parent, target.parentId);
    if (!parent) throw notFound(definition.parent.name);
  }
  const saved = target.id
    ? updateRow(db, definition, target.id, target, values, recordChange)
    : insertRow(db, definition, target, values, recordChange);
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
  recordChange: RecordChange,
): Promise<Saved> {
  if (definition.parent && target.parentId === undefined)
    throw invalid({ parentId: `${definition.parent.name} is required` });
  const { saveKey, parentId } = target;
  return createOnce(db, saveKey, {
    record: `${definition.section}.${definition.key}`,
    values: { ...values, parentId },
    create: (remember) => insertNewRow(db, definition, parentId, values, remember, recordChange),
    async repeat(id) {
      const row = await findRow(db, definition, id);
      if (!row) throw notFound(definition.name);
      recordChange({ record: definition.name, id, before: values, after: values });
      return { id, version: row.version };
    },
    correct: (id) => updateRow(db, definition, id, { version: 1, parentId }, values, recordChange),
  });
}

async function insertNewRow(
  db: Database,
  definition: RecordDefinition,
  parentId: number | undefined,
  values: Fields,
  remember: (tx: Transaction) => Statement[],
  recordChange: RecordChange,
): Promise<Saved> {
  const siblings = definition.parent ? sql` where ${parentColumn(definition)} = ${parentId}` : sql``;
  const position = sql`(select coalesce(max(${definition.table.position}), 0) + 1 from ${definition.table}${siblings})`;
  const row = { ...values, parentId, position };
  const [, saved] = await atomically(db, (tx) => [
    nextRevision(tx),
    tx.insert(definition.table).values(row).returning({ id: definition.table.id, version: definition.table.version }),
    ...remember(tx),
  ]);
  const [first] = saved;
  if (!first) throw new Error('the insert returned no row');
  recordChange({ record: definition.name, id: first.id, after: { ...values, parentId } });
  return first;
}

/** Attempts of an update while other saves change the row between read and write. */
const maxAttempts = 25;

async function updateRow(
  db: Database,
  definition: RecordDefinition,
  id: number,
  target: SaveTarget,
  values: Fields,
  recordChange: RecordChange,
): Promise<Saved> {
  const { table } = definition;
  const moved = definition.parent && target.parentId !== undefined ? { parentId: target.parentId } : {};
  const after = { ...values, ...moved };
  const row = { ...after, version: sql`${table.version} + 1` };
  for (let attempt = 1; ; attempt += 1) {
    const before = await findRow(db, definition, id);
    if (!before) throw notFound(definition.name);
    const isStale = target.version !== undefined && target.version !== before.version;
    if (isStale || attempt > maxAttempts)
      throw conflict(`Someone else has changed this ${definition.name.toLowerCase()} in the meantime.`, before);
    // Update only the version that was read, so that the recorded change is exact.
    const [, saved] = await atomically(db, (tx) => [
      nextRevision(tx),
      tx
        .update(table)
        .set(row)
        .where(and(eq(table.id, id), eq(table.version, before.version)))
        .returning({ id: table.id, version: table.version }),
    ]);
    const [first] = saved;
    if (!first) continue;
    recordChange({ record: definition.name, id, before, after });
    return first;
  }
}

/** Deletes a row and its descendants. */
export async function deleteRow(
  db: Database,
  definition: RecordDefinition,
  id: number,
  recordChange: RecordChange,
): Promise<void> {
  const [, deleted] = await atomically(db, (tx) => [
    nextRevision(tx),
    tx.delete(definition.table).where(eq(definition.table.id, id)).returning(),
  ]);
  const [before] = deleted;
  if (!before) throw notFound(definition.name);
  recordChange({ record: definition.name, id, before });
}

/** Rejects pictures that are not stored or have a format that their slot does not accept (specification, section 5). */
async function checkImages(db: Database, schema: z.ZodObject, values: Fields): Promise<void> {
  for (const [field, fieldSchema] of Object.entries(schema.shape)) {
    const info = fieldInfo.get(fieldSchema);
    const image = hash.safeParse(values[field]);
    if (!info?.slot || !image.success) continue;
    const [stored] = await db.select({ format: images.format }).from(images).where(eq(images.hash, image.data));
    if (!stored) throw invalid({ [field]: `${info.label} must be uploaded again` });
    if (info.slot.accept === 'png' && stored.format !== 'png') throw invalid({ [field]: messages.pngOnly });
  }
}
