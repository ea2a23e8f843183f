import type { ImageHash } from '../../contract/image-hash.ts';
import { blankValues } from './blank-values.ts';
import type { ContentSource } from './content-source.ts';
import { type ActiveOverrides, type Row, rowsOf } from './read.ts';
import type { RecordDefinition, RecordTable } from './record.ts';

/** The row open in an editor, for a preview of the page around the row. */
export interface EditedRow {
  definition: RecordDefinition;
  /** Null for a new row. */
  id: number | null;
  parentId?: number | undefined;
  /** Pictures in the form, stored or just uploaded. */
  pictures: readonly ImageHash[];
}

/** A row of the page's content; `isEdited` marks the edited row. */
export type PageRow<Table extends RecordTable> = Row<Table> & { isEdited?: true };

/** Id of a row that is not stored yet; stored ids start at 1. */
const unsavedId = 0;

/**
 * Reads the page's rows: the published rows, and the edited row with its ancestors, active or not. A new edited row is
 * blank.
 */
export async function pageRows(source: ContentSource, edited?: EditedRow) {
  const overrides = edited ? await withAncestors(source, edited) : new Map<RecordDefinition, number>();

  /** A record's rows in display order. */
  async function all<Table extends RecordTable>(definition: RecordDefinition<Table>): Promise<PageRow<Table>[]> {
    const rows = await source.published(definition, overrides);
    const record: RecordDefinition = definition;
    if (edited?.definition !== record) return rows;
    const { id, parentId } = edited;
    if (id === null) rows.push(...rowsOf(definition, [{ ...blankValues(definition), id: unsavedId, parentId }]));
    return rows.map((row) => (row.id === (id ?? unsavedId) ? { ...row, isEdited: true } : row));
  }

  /** Id of the edited row or of its ancestor in a record. */
  const overrideOf = (definition: RecordDefinition) => overrides.get(definition);

  return { all, overrideOf };
}

/** Ids of the edited row and its ancestors, by record. */
async function withAncestors(source: ContentSource, { definition, id, parentId }: EditedRow): Promise<ActiveOverrides> {
  const ids = new Map([[definition, id ?? unsavedId]]);
  let parent = definition.parent;
  let next = parentId;
  while (parent && next !== undefined) {
    ids.set(parent, next);
    const row = await source.find(parent, next);
    next = row && 'parentId' in row ? Number(row.parentId) : undefined;
    parent = parent.parent;
  }
  return ids;
}
