import { isNotNull, or, sql } from 'drizzle-orm';
import { infoOf } from '../../contract/fields.ts';
import { hash as hashSchema, type ImageHash } from '../../contract/image-hash.ts';
import { rowTitle } from '../../contract/row-title.ts';
import type { Database } from '../../db/database.ts';
import { isOneOf } from '../../db/query/json-rows.ts';
import { releaseChanges } from '../../db/schema/releases.ts';
import { type ContentRow, contentRow } from '../content/content-source.ts';
import type { RecordDefinition } from '../content/record.ts';
import { imageReferences } from './image-references.ts';

/** A field of a row of the live page that has a picture; the row may be inactive. */
export interface PicturePlace {
  section: string;
  /** Key of the record in its section. */
  record: string;
  id: number;
  /** Null for a record without a parent. */
  parentId: number | null;
  /** Name of the record, the row's title, and the field's label. */
  name: string;
  title: string;
  label: string;
  /** Name of the picture slot. */
  slot: string;
}

/** A row of the live page with one of its pictures. */
export interface PictureUse {
  hash: ImageHash;
  definition: RecordDefinition;
  row: ContentRow;
  field: string;
}

/** Where rows of the live page have these pictures, or any picture. */
export async function picturesInUse(db: Database, hashes?: readonly ImageHash[]): Promise<PictureUse[]> {
  const wanted = hashes && new Set(hashes);
  const found: PictureUse[] = [];
  for (const [definition, references] of Map.groupBy(imageReferences, (reference) => reference.definition)) {
    const conditions = references.map(({ column }) => (hashes ? isOneOf(column, hashes) : isNotNull(column)));
    const rows: object[] = await db
      .select()
      .from(definition.table)
      .where(or(...conditions))
      .orderBy(definition.table.position, definition.table.id);
    for (const row of rows.map(contentRow)) {
      for (const { field } of references) {
        const hash = hashSchema.safeParse(row[field]).data;
        if (hash !== undefined && (wanted?.has(hash) ?? true)) found.push({ hash, definition, row, field });
      }
    }
  }
  return found;
}

/** A use as the library shows it. */
export function placeOf({ definition: { section, key, name, schema }, row, field }: PictureUse): PicturePlace {
  const info = infoOf(schema.shape[field]);
  const parentId = typeof row.parentId === 'number' ? row.parentId : null;
  return {
    section,
    record: key,
    id: row.id,
    parentId,
    name,
    title: rowTitle(row),
    label: info?.label ?? field,
    slot: info?.slot?.name ?? '',
  };
}

/** The place in words, for refusals: Team member “Anna Berg”. */
export function placeInWords({ definition, row }: PictureUse): string {
  const title = rowTitle(row);
  return title === '' ? definition.name : `${definition.name} “${title}”`;
}

/** Number of releases that put one of these pictures on the page, by content hash. */
export async function releasesWith(db: Database, hashes: readonly ImageHash[]): Promise<Map<string, number>> {
  const fields = [...new Set(imageReferences.map(({ field }) => field))];
  const counts = new Map<string, Set<number>>();
  for (const field of fields) {
    const inRelease = sql<string>`${releaseChanges.values} ->> ${sql.raw(`'${field}'`)}`;
    const found = await db
      .selectDistinct({ release: releaseChanges.releaseId, hash: inRelease })
      .from(releaseChanges)
      .where(isNotNull(inRelease));
    for (const { release, hash } of found) counts.set(hash, (counts.get(hash) ?? new Set()).add(release));
  }
  return new Map(hashes.map((hash) => [hash, counts.get(hash)?.size ?? 0]));
}
