import type { RecordPath } from '../../../../server/content/router.ts';
import type { Row } from '../../records/record-view.ts';
import { orderedByField } from './difference.ts';
import { type ItemKey, keyOf, type RowConflict, type WorkingRows } from './types.ts';
import { differingFields, parentOf, rowAt, rowsAt, type Structure, subtreeOf } from './working-rows.ts';

interface Rebased {
  rows: WorkingRows;
  conflicts: RowConflict[];
}

/**
 * Applies to the working copy what others have stored since: `base` are the rows from which the working copy started, `theirs` the
 * stored rows now. Fields that only one side has changed are merged; fields that both have changed keep the working copy's value and
 * are a conflict.
 */
export function rebase(structure: Structure, base: WorkingRows, mine: WorkingRows, theirs: WorkingRows): Rebased {
  const conflicts: RowConflict[] = [];
  const kept = keptRows(structure, base, mine, theirs, conflicts);
  const rows = new Map<RecordPath, readonly Row[]>();
  for (const shape of structure) {
    const { path } = shape;
    const [before, own, stored] = [rowsAt(base, path), rowsAt(mine, path), rowsAt(theirs, path)];
    if (own === before && !own.some(({ id }) => kept.has(keyOf({ path, id })))) rows.set(path, stored);
    else if (stored === before) rows.set(path, own);
    else if (path === 'page.layout') rows.set(path, mergedLayout(before, own, stored));
    else {
      const isBelow = (row: Row) => {
        const parent = parentOf(structure, path, row);
        if (!parent || rowAt(rows, parent)) return true;
        const theirParent = rowAt(theirs, parent);
        // Another person has added a row below a row that is deleted here.
        if (theirParent && !rowAt(base, { path, id: row.id }))
          conflicts.push({ item: parent, theirs: theirParent, fields: [] });
        return false;
      };
      rows.set(path, mergedList(path, before, own, stored, kept, isBelow, conflicts));
    }
  }
  return { rows: rows, conflicts: uniqueConflicts(conflicts) };
}

/**
 * Rows that others have deleted and that stay in the working copy, because they, or rows below them, were changed here: a conflict of
 * the topmost deleted row.
 */
function keptRows(
  structure: Structure,
  base: WorkingRows,
  mine: WorkingRows,
  theirs: WorkingRows,
  conflicts: RowConflict[],
): Set<string> {
  const kept = new Set<string>();
  for (const { path } of structure) {
    if (rowsAt(base, path) === rowsAt(theirs, path)) continue;
    const stays = new Set(rowsAt(theirs, path).map(({ id }) => id));
    for (const { id } of rowsAt(base, path)) {
      const item = { path, id };
      const own = stays.has(id) || kept.has(keyOf(item)) ? undefined : rowAt(mine, item);
      if (!own) continue;
      const below = subtreeOf(structure, mine, item);
      const fields = below.flatMap((key) => fieldsChanged(base, mine, key));
      if (fields.length === 0) continue;
      for (const key of below) kept.add(keyOf(key));
      const before = rowAt(base, item);
      conflicts.push({ item, theirs: null, fields: before ? differingFields(before, own) : [] });
    }
  }
  return kept;
}

function fieldsChanged(base: WorkingRows, mine: WorkingRows, item: ItemKey): string[] {
  const [before, own] = [rowAt(base, item), rowAt(mine, item)];
  if (!own) return [];
  return before ? differingFields(before, own) : ['id'];
}

function mergedList(
  path: RecordPath,
  before: readonly Row[],
  own: readonly Row[],
  stored: readonly Row[],
  kept: ReadonlySet<string>,
  isBelow: (row: Row) => boolean,
  conflicts: RowConflict[],
): readonly Row[] {
  const [beforeById, storedById] = [byId(before), byId(stored)];
  const merged = new Map<number, Row>();
  for (const row of own) {
    const [old, now] = [beforeById.get(row.id), storedById.get(row.id)];
    if (!now) {
      if (!old || kept.has(keyOf({ path, id: row.id }))) merged.set(row.id, row);
    } else if (!old) merged.set(row.id, { ...row, version: now.version });
    else merged.set(row.id, mergedRow(path, old, row, now, conflicts));
  }
  for (const row of stored) {
    if (merged.has(row.id)) continue;
    const old = beforeById.get(row.id);
    if (!old) {
      if (isBelow(row)) merged.set(row.id, row);
    } else if (row !== old) {
      const fields = differingFields(old, row);
      if (fields.length > 0) conflicts.push({ item: { path, id: row.id }, theirs: row, fields });
    }
  }
  return ordered(path, [...merged.values()].filter(isBelow), before, own, stored);
}

/** Both sides' changes of one row. */
function mergedRow(path: RecordPath, old: Row, own: Row, now: Row, conflicts: RowConflict[]): Row {
  if (now === old) return own;
  const changed = differingFields(old, own);
  if (changed.length === 0) return now;
  const both = changed.filter((name) => now[name] !== old[name] && now[name] !== own[name]);
  if (both.length > 0) conflicts.push({ item: { path, id: own.id }, theirs: now, fields: both });
  return { ...now, ...Object.fromEntries(changed.map((name) => [name, own[name]])) };
}

/** Two people may each have created the only row of the layout: then both edit the stored one. */
function mergedLayout(before: readonly Row[], own: readonly Row[], stored: readonly Row[]): readonly Row[] {
  const [old, mine, now] = [before[0], own[0], stored[0]];
  if (!mine || !now) return mine ? own : stored;
  const names = old ? differingFields(old, mine) : Object.keys(mine);
  const changed = names.filter((name) => name !== 'id' && name !== 'version' && name !== 'position');
  return [{ ...now, ...Object.fromEntries(changed.map((name) => [name, mine[name]])) }];
}

/** Rows in the order of the side that has moved some; the working copy's order comes first. */
function ordered(
  path: RecordPath,
  rows: readonly Row[],
  before: readonly Row[],
  own: readonly Row[],
  stored: readonly Row[],
): readonly Row[] {
  if (path === orderedByField) return rows.toSorted((a, b) => Number(a.displayOrder) - Number(b.displayOrder));
  const lists = Map.groupBy(rows, ({ parentId }) => parentId);
  return [...lists].flatMap(([parentId, list]) => {
    const idsIn = (side: readonly Row[]) => side.filter((row) => row.parentId === parentId).map(({ id }) => id);
    const ids = mergedOrder(idsIn(before), idsIn(own), idsIn(stored), new Set(list.map(({ id }) => id)));
    const rowOf = byId(list);
    return ids.flatMap((id) => rowOf.get(id) ?? []);
  });
}

function mergedOrder(
  before: readonly number[],
  own: readonly number[],
  stored: readonly number[],
  all: ReadonlySet<number>,
): number[] {
  const inOwn = new Set(own);
  const wasHere = new Set(before);
  const isMoved = own.filter((id) => wasHere.has(id)).join() !== before.filter((id) => inOwn.has(id)).join();
  const [first, second] = isMoved ? [own, stored] : [stored, own];
  const merged = first.filter((id) => all.has(id));
  const placed = new Set(merged);
  for (const [place, id] of second.entries()) {
    if (!all.has(id) || placed.has(id)) continue;
    const previous = second.slice(0, place).findLast((one) => placed.has(one));
    merged.splice(previous === undefined ? 0 : merged.indexOf(previous) + 1, 0, id);
    placed.add(id);
  }
  return [...merged, ...[...all].filter((id) => !placed.has(id))];
}

function byId(rows: readonly Row[]): Map<number, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}

function uniqueConflicts(conflicts: readonly RowConflict[]): RowConflict[] {
  return [...new Map(conflicts.map((conflict) => [keyOf(conflict.item), conflict])).values()];
}
