import type { RecordPath } from '../../../../server/content/router.ts';
import type { Row } from '../../records/record-view.ts';
import { type ItemKey, keyOf, type WorkingRows } from './types.ts';

/** A record of the page, its parent, and the values of a blank row. */
export interface RecordShape {
  path: RecordPath;
  parentPath: RecordPath | null;
  blank: Readonly<Record<string, unknown>>;
}

/** All records of the page, parents before their children. */
export type Structure = readonly RecordShape[];

/** A record's rows. */
export function rowsAt(rows: WorkingRows, path: RecordPath): readonly Row[] {
  return rows.get(path) ?? [];
}

/** One row; undefined if there is none. */
export function rowAt(rows: WorkingRows, { path, id }: ItemKey): Row | undefined {
  return rowsAt(rows, path).find((row) => row.id === id);
}

/** Rows below one parent; without a parent id, the rows of a record without parents. */
export function listOf(rows: WorkingRows, path: RecordPath, parentId: unknown): readonly Row[] {
  return rowsAt(rows, path).filter((row) => (row.parentId ?? undefined) === (parentId ?? undefined));
}

/** The rows with another list for one record; every other list stays the same object. */
export function withList(rows: WorkingRows, path: RecordPath, list: readonly Row[]): WorkingRows {
  return new Map([...rows, [path, list]]);
}

/** The rows with a new state of one row. */
export function withRow(rows: WorkingRows, path: RecordPath, row: Row): WorkingRows {
  return withList(
    rows,
    path,
    rowsAt(rows, path).map((known) => (known.id === row.id ? row : known)),
  );
}

/** The rows with one more, after a row of the same list (null: first; undefined: last). */
export function withNewRow(
  rows: WorkingRows,
  path: RecordPath,
  row: Row,
  after: number | null | undefined,
): WorkingRows {
  const list = rowsAt(rows, path);
  const siblings = listOf(rows, path, row.parentId);
  const before = after === null ? siblings[0] : undefined;
  const previous = after === undefined ? siblings.at(-1) : siblings.find(({ id }) => id === after);
  const place = before ? list.indexOf(before) : previous ? list.indexOf(previous) + 1 : list.length;
  return withList(rows, path, list.toSpliced(place, 0, row));
}

/** The rows without some of them. */
export function withoutRows(rows: WorkingRows, items: readonly ItemKey[]): WorkingRows {
  const gone = new Set(items.map(keyOf));
  const paths = new Set(items.map(({ path }) => path));
  return new Map(
    [...rows].map(([path, list]) => [
      path,
      paths.has(path) ? list.filter(({ id }) => !gone.has(keyOf({ path, id }))) : list,
    ]),
  );
}

/** A row and all rows below it, parents first. */
export function subtreeOf(structure: Structure, rows: WorkingRows, item: ItemKey): ItemKey[] {
  const below = structure
    .filter(({ parentPath }) => parentPath === item.path)
    .flatMap(({ path }) => listOf(rows, path, item.id).map(({ id }) => ({ path, id })));
  return [item, ...below.flatMap((child) => subtreeOf(structure, rows, child))];
}

/** The row above a row; null at the top. */
export function parentOf(structure: Structure, path: RecordPath, row: Row): ItemKey | null {
  const parentPath = structure.find((shape) => shape.path === path)?.parentPath ?? null;
  return parentPath === null ? null : { path: parentPath, id: Number(row.parentId) };
}

/** Columns that the server keeps. */
const serverColumns = new Set(['id', 'version', 'position']);

/** Names of the fields in which two states of a row differ; `parentId` counts as a field. */
export function differingFields(a: Row, b: Row): string[] {
  if (a === b) return [];
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].filter((name) => !serverColumns.has(name) && a[name] !== b[name]);
}

/** A row's editable values, without the columns that the server keeps and the parent. */
export function valuesOf({ id: _id, version: _version, position: _position, parentId: _parent, ...values }: Row) {
  return values;
}

/** The rows of `next`, with the objects of `known` for rows and lists that are equal to them. */
export function reuseEqual(known: WorkingRows, next: WorkingRows, areEqual = hasEqualColumns): WorkingRows {
  return new Map(
    [...next].map(([path, list]) => {
      const before = rowsAt(known, path);
      if (before === list) return [path, list];
      const byId = new Map(before.map((row) => [row.id, row]));
      const reused = list.map((row) => {
        const same = byId.get(row.id);
        return same && areEqual(same, row) ? same : row;
      });
      const isSame = reused.length === before.length && reused.every((row, place) => row === before[place]);
      return [path, isSame ? before : reused];
    }),
  );
}

function hasEqualColumns(a: Row, b: Row): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}

/** True for states of a row that differ at most in the columns that the server keeps. */
export function hasEqualFields(a: Row, b: Row): boolean {
  return differingFields(a, b).length === 0;
}
