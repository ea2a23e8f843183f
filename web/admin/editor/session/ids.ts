import type { RecordPath } from '../../../../server/content/router.ts';
import { keyOf, type Selection, type WorkingRows } from './types.ts';
import type { Structure } from './working-rows.ts';

/** Final ids of rows by their items' keys. */
export type FinalIds = ReadonlyMap<string, number>;

/** The rows with final ids in place of temporary ones, also as parents. */
export function withFinalIds(structure: Structure, rows: WorkingRows, ids: FinalIds): WorkingRows {
  if (ids.size === 0) return rows;
  const parentPaths = new Map(structure.map(({ path, parentPath }) => [path, parentPath]));
  return new Map(
    [...rows].map(([path, list]) => {
      const changed = list.map((row) => {
        const id = finalId(ids, path, row.id);
        const parentPath = parentPaths.get(path) ?? null;
        const parentId = parentPath && finalId(ids, parentPath, Number(row.parentId));
        if (id === row.id && (parentId === null || parentId === row.parentId)) return row;
        return { ...row, id, ...(parentId !== null && { parentId }) };
      });
      return [path, changed.some((row, place) => row !== list[place]) ? changed : list];
    }),
  );
}

/** The selection with the final id of its row. */
export function selectionWithFinalId(selection: Selection | null, ids: FinalIds): Selection | null {
  return selection && 'id' in selection ? { ...selection, id: finalId(ids, selection.path, selection.id) } : selection;
}

function finalId(ids: FinalIds, path: RecordPath, id: number): number {
  return ids.get(keyOf({ path, id })) ?? id;
}
