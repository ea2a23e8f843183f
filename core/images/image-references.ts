import { eq, getTableColumns, isNotNull } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import { fieldInfo } from '../../contract/fields.ts';
import { hash as hashSchema, type ImageHash } from '../../contract/image-hash.ts';
import type { ImageSlot } from '../../contract/images.ts';
import type { Database } from '../../db/database.ts';
import { allRecords } from '../content/records.ts';

/** A column that refers to stored pictures. */
interface ImageReference {
  column: AnySQLiteColumn;
  slot: ImageSlot;
}

/** Every column that refers to a stored picture: the fields with a picture slot. A picture without a reference is unused. */
export const imageReferences: readonly ImageReference[] = allRecords.flatMap(({ table, schema }) => {
  const columns: Record<string, AnySQLiteColumn> = getTableColumns(table);
  return Object.entries(schema.shape).flatMap(([name, field]) => {
    const column = columns[name];
    const slot = fieldInfo.get(field)?.slot;
    return column && slot ? [{ column, slot }] : [];
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
