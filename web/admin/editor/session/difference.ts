import type { EditorChanges } from '../../../../contract/editor.ts';
import type { RecordPath } from '../../../../server/content/router.ts';
import type { Row } from '../../records/record-view.ts';
import type { WorkingRows } from './types.ts';
import { differingFields, parentOf, rowAt, rowsAt, type Structure, valuesOf } from './working-rows.ts';

/** The record whose order is a field of its rows. */
export const orderedByField: RecordPath = 'clients.items';

/** What a save has to change so that the stored rows become the working copy. */
export function differenceOf(structure: Structure, stored: WorkingRows, working: WorkingRows): EditorChanges {
  const changes: EditorChanges = { saves: [], deletes: [], orders: [] };
  for (const { path } of structure) {
    const [before, after] = [rowsAt(stored, path), rowsAt(working, path)];
    if (before === after) continue;
    const known = new Map(before.map((row) => [row.id, row]));
    for (const row of after) {
      const old = known.get(row.id);
      if (old && differingFields(old, row).length === 0) continue;
      const parentId = typeof row.parentId === 'number' ? { parentId: row.parentId } : {};
      changes.saves.push({
        path,
        id: row.id,
        ...(old && { version: old.version }),
        ...parentId,
        values: valuesOf(row),
      });
    }
    const kept = new Set(after.map(({ id }) => id));
    for (const row of before) {
      if (kept.has(row.id)) continue;
      const parent = parentOf(structure, path, row);
      // The deletion of the parent deletes the row.
      if (parent && !rowAt(working, parent)) continue;
      changes.deletes.push({ path, id: row.id, version: row.version });
    }
    if (path !== orderedByField) changes.orders.push(...ordersOf(path, before, after));
  }
  return changes;
}

/** Number of rows and lists that differ. */
export function countOf({ saves, deletes, orders }: EditorChanges): number {
  return saves.length + deletes.length + orders.length;
}

/** The lists with another order than the stored one; the server adds new rows at the end by itself. */
function ordersOf(path: RecordPath, before: readonly Row[], after: readonly Row[]): EditorChanges['orders'] {
  const [storedLists, lists] = [byParent(before), byParent(after)];
  return [...lists].flatMap(([parentId, list]) => {
    const from = (storedLists.get(parentId) ?? []).map(({ id }) => id);
    const ids = list.map(({ id }) => id);
    const [stays, isKnown] = [new Set(ids), new Set(from)];
    const expected = [...from.filter((id) => stays.has(id)), ...ids.filter((id) => !isKnown.has(id))];
    if (expected.join() === ids.join()) return [];
    return [{ path, ...(typeof parentId === 'number' && { parentId }), ids, from }];
  });
}

function byParent(rows: readonly Row[]): Map<unknown, Row[]> {
  return Map.groupBy(rows, ({ parentId }) => parentId ?? null);
}
