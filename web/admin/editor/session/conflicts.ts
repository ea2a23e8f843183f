import type { Command } from './commands.ts';
import { type ItemKey, keyOf, type RowConflict, type WorkingRows } from './types.ts';
import {
  differingFields,
  listOf,
  rowAt,
  type Structure,
  subtreeOf,
  withNewRow,
  withoutRows,
  withRow,
} from './working-rows.ts';

/** The conflicts that are still open, with the rows as they are stored now; the newest of each row. */
export function keepKnown(conflicts: readonly RowConflict[], rows: WorkingRows, stored: WorkingRows): RowConflict[] {
  const newest = new Map(conflicts.map((conflict) => [keyOf(conflict.item), conflict]));
  return [...newest.values()].flatMap((conflict) => {
    const [own, theirs] = [rowAt(rows, conflict.item), rowAt(stored, conflict.item) ?? null];
    // Both sides have come to the same.
    if (own ? theirs && differingFields(own, theirs).length === 0 : !theirs) return [];
    return [{ ...conflict, theirs }];
  });
}

/** Gives a row its stored state; a row that comes back brings the rows below it. */
export function asStored(structure: Structure, rows: WorkingRows, stored: WorkingRows, item: ItemKey): Command {
  const label = 'Take the other version';
  const theirs = rowAt(stored, item);
  if (!theirs) return { rows: withoutRows(rows, subtreeOf(structure, rows, item)), label };
  if (rowAt(rows, item)) return { rows: withRow(rows, item.path, theirs), label };
  let next = rows;
  for (const { path, id } of subtreeOf(structure, stored, item)) {
    const row = rowAt(stored, { path, id });
    if (!row) continue;
    const siblings = listOf(stored, path, row.parentId);
    const previous = siblings
      .slice(0, siblings.indexOf(row))
      .findLast((sibling) => rowAt(next, { path, id: sibling.id }));
    next = withNewRow(next, path, row, previous?.id ?? null);
  }
  return { rows: next, label };
}
