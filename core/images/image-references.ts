import { eq, getTableColumns, isNotNull } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import { fieldInfo } from '../../contract/fields.ts';
import { hash as hashSchema, type ImageHash } from '../../contract/image-hash.ts';
import type { ImageSlot } from '../../contract/images.ts';
import type { Database } from '../../db/database.ts';
import type { RecordDefinition } from '../content/record.ts';
import { allRecords } from '../content/records.ts';

/** A column that refers to stored pictures. */
interface ImageReference {
  definition: RecordDefinition;
  field: string;
  column: AnySQLiteColumn;
  slot: ImageSlot;
}

/** Every column that refers to a stored picture: the fields with a picture slot.  */
export const imageReferences: readonly ImageReference[] = allRecords.flatMap((definition) => {
  const { table, schema } = definition;
  const columns: Record<string, AnySQLiteColumn> = getTableColumns(table);
  return Object.entries(schema.shape).flatMap(([field, rules]) => {
    const column = columns[field];
    const slot = fieldInfo.get(rules)?.slot;
    return column && slot ? [{ definition, field, column, slot }] : [];
  });
});

/** The slots in which records, active or not, have a picture: of all pictures or of one. */
export async function slotsInUse(db: Database, only?: ImageHash): Promise<Map<ImageHash, Set<ImageSlot>>> {
  const slots = new Map<ImageHash, Set<ImageSlot>>();
  for (const { column, slot } of imageReferences) {
    const rows = await db
      .selectDistinct({ hash: column })
      .from(column.table)
      .where(only === undefined ? isNotNull(column) : eq(column, only));
    for (const row of rows) {
      const hash = hashSchema.parse(row.hash);
      slots.set(hash, (slots.get(hash) ?? new Set()).add(slot));
    }
  }
  return slots;
}
