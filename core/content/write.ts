import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { castTo } from '../../contract/cast.ts';
import { fieldInfo } from '../../contract/fields.ts';
import type { ImageHash } from '../../contract/image-hash.ts';
import { messages } from '../../contract/messages.ts';
import type { Database } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { constraintErrorOf } from '../../db/query/constraint-errors.ts';
import { nextRevision } from '../../db/query/content-revision.ts';
import { images } from '../../db/schema/images.ts';
import type { RecordChange } from '../audit/entries.ts';
import { conflict, invalid, notFound } from '../errors.ts';
import { findRow, parentColumn } from './read.ts';
import type { ChildTable, RecordDefinition } from './record.ts';

/** Which row a save is for; without an id it creates one. */
export interface SaveTarget {
  id?: number | null | undefined;
  /** The version the person started from; another one by now is a conflict. Left out: no check. */
  version?: number | undefined;
  parentId?: number | undefined;
}

/** Where a save ended. */
export interface Saved {
  id: number;
  version: number;
}

type Fields = Record<string, unknown>;

/** Creates or updates a row and counts the content revision in one transaction, and records the change. */
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
    // The parent was deleted in between.
    throw definition.parent && constraintErrorOf(error) === 'reference' ? notFound(definition.parent.name) : error;
  });
}

// Each transaction counts the revision first: whoever does waits there for the others, so that what follows, such as
// the next free position, is worked out from what they have written.

async function insertRow(
  db: Database,
  definition: RecordDefinition,
  target: SaveTarget,
  values: Fields,
  recordChange: RecordChange,
): Promise<Saved> {
  if (definition.parent && target.parentId === undefined)
    throw invalid({ parentId: `${definition.parent.name} is required` });
  const siblings = definition.parent ? sql` where ${parentColumn(definition)} = ${target.parentId}` : sql``;
  const position = sql`(select coalesce(max(${definition.table.position}), 0) + 1 from ${definition.table}${siblings})`;
  const row = castTo<ChildTable['$inferInsert']>({ ...values, parentId: target.parentId, position });
  const [, saved] = await atomically(db, (tx) => [
    nextRevision(tx),
    tx.insert(definition.table).values(row).returning({ id: definition.table.id, version: definition.table.version }),
  ]);
  const [first] = castTo<[Saved]>(saved);
  recordChange({ record: definition.name, id: first.id, after: { ...values, parentId: target.parentId } });
  return first;
}

/** How often a save without a version is tried when somebody else saves the row at the same moment. */
const mostTries = 25;

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
  const row = castTo<ChildTable['$inferInsert']>({ ...after, version: sql`${table.version} + 1` });
  for (let tries = 1; ; tries += 1) {
    const before = await findRow(db, definition, id);
    if (!before) throw notFound(definition.name);
    const isStale = target.version !== undefined && target.version !== before.version;
    if (isStale || tries > mostTries)
      throw conflict(`Someone else has changed this ${definition.name.toLowerCase()} meanwhile.`, before);
    // Only the row that was read is changed, so that what is noted is what happened.
    const [, saved] = await atomically(db, (tx) => [
      nextRevision(tx),
      tx
        .update(table)
        .set(row)
        .where(and(eq(table.id, id), eq(table.version, before.version)))
        .returning({ id: table.id, version: table.version }),
    ]);
    const [first] = castTo<Saved[]>(saved);
    if (!first) continue;
    recordChange({ record: definition.name, id, before, after });
    return first;
  }
}

/** Deletes a row with everything that belongs to it. */
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
  const [before] = castTo<Fields[]>(deleted);
  if (!before) throw notFound(definition.name);
  recordChange({ record: definition.name, id, before });
}

/** Refuses pictures that are not stored or that their slot does not take (specification, section 5). */
async function checkImages(db: Database, schema: z.ZodObject, values: Fields): Promise<void> {
  for (const [field, fieldSchema] of Object.entries(schema.shape)) {
    const info = fieldInfo.get(fieldSchema);
    const hash = values[field];
    if (!info?.slot || typeof hash !== 'string') continue;
    const [stored] = await db
      .select({ format: images.format })
      .from(images)
      .where(eq(images.hash, castTo<ImageHash>(hash)));
    if (!stored) throw invalid({ [field]: `${info.label} must be uploaded again` });
    if (info.slot.accept === 'png' && stored.format !== 'png') throw invalid({ [field]: messages.pngOnly });
  }
}
