import { castTo } from '../../../../contract/cast.ts';
import {
  type NestedRecord,
  type NestedRow,
  nestSection,
  publicClient,
  shownRows,
  sliderClients,
} from '../../../../contract/page-nesting.ts';
import type { RecordPath } from '../../../../server/content/router.ts';
import type { PageContent } from '../../../../server/landing/page.ts';
import { orderedByField } from './difference.ts';
import type { ItemKey, WorkingRows } from './types.ts';
import { parentOf, rowAt, rowsAt, type Structure } from './working-rows.ts';

/** A record within its section. */
interface PlacedRecord extends NestedRecord {
  path: RecordPath;
  parentPath: RecordPath | null;
}

/** Makes the page's content of rows; `selected` and the rows above it are included, active or not. */
export type Compose = (rows: WorkingRows, selected: ItemKey | null, images: PageContent['images']) => PageContent;

/**
 * Returns a function that makes the page's content of rows, as the server does (core/content/page-content.ts). Parts whose rows are
 * unchanged since the last call stay the same objects.
 */
export function createComposer(structure: Structure): Compose {
  const sections = Map.groupBy(structure.map(placed), ({ path }) => path.split('.')[0] ?? '');
  const join = createJoin();
  const publicRow = createProjection();
  const latest = new Map<string, { inputs: readonly unknown[]; content: NestedRow | null }>();

  function sectionContent(section: string, records: readonly PlacedRecord[], rows: WorkingRows, shown: Overrides) {
    const inputs = records.flatMap(({ path }) => [rowsAt(rows, path), shown.get(path)]);
    const before = latest.get(section);
    if (before && isSameList(before.inputs, inputs)) return before.content;
    const found = new Map<string, readonly NestedRow[]>();
    for (const { key, path, parentKey } of records) {
      const parents = parentKey === null ? null : new Set<unknown>((found.get(parentKey) ?? []).map(({ id }) => id));
      const list: readonly NestedRow[] = shownRows(rowsAt(rows, path), parents, shown.get(path));
      const isClients = path === orderedByField;
      found.set(key, isClients ? sliderClients(list, ({ id }) => id === shown.get(path)).map(publicRow) : list);
    }
    const heading = records.find(({ key }) => key === 'heading');
    const nested = nestSection(records, { rows: found, headingId: heading && shown.get(heading.path) }, join);
    const content = before && isSameRow(before.content, nested) ? before.content : nested;
    latest.set(section, { inputs, content });
    return content;
  }

  let last: { parts: readonly unknown[]; content: PageContent } | null = null;
  return (rows, selected, images) => {
    const shown = overridesOf(structure, rows, selected);
    const parts = [...sections].map(([section, records]) => sectionContent(section, records, rows, shown));
    if (last && isSameList(last.parts, [...parts, images])) return last.content;
    const named = [...sections.keys()].map((section, place) => [section, parts[place]]);
    // The server sends the rows of all records, and the server's own nesting makes the same shape of them.
    const content = castTo<PageContent>({ ...Object.fromEntries(named), images });
    last = { parts: [...parts, images], content };
    return content;
  };
}

function placed({ path, parentPath }: Structure[number]): PlacedRecord {
  return { path, parentPath, key: keyIn(path), parentKey: parentPath === null ? null : keyIn(parentPath) };
}

function keyIn(path: RecordPath): string {
  return path.slice(path.indexOf('.') + 1);
}

/** Ids of the selected row and the rows above it. */
type Overrides = ReadonlyMap<RecordPath, number>;

function overridesOf(structure: Structure, rows: WorkingRows, selected: ItemKey | null): Overrides {
  const shown = new Map<RecordPath, number>();
  for (let item = selected; item !== null; ) {
    const row = rowAt(rows, item);
    if (!row) break;
    shown.set(item.path, item.id);
    item = parentOf(structure, item.path, row);
  }
  return shown;
}

/** Joins rows with their lists; the same row with equal lists stays the same object. */
function createJoin() {
  const joined = new WeakMap<NestedRow, { lists: Readonly<Record<string, readonly NestedRow[]>>; row: NestedRow }>();
  return (row: NestedRow, lists: Readonly<Record<string, readonly NestedRow[]>>): NestedRow => {
    const names = Object.keys(lists);
    if (names.length === 0) return row;
    const before = joined.get(row);
    if (before && names.every((name) => isSameList(before.lists[name] ?? [], lists[name] ?? []))) return before.row;
    const result = { ...row, ...lists };
    joined.set(row, { lists, row: result });
    return result;
  };
}

/** Clients as the page has them; the same row stays the same object. */
function createProjection() {
  const projected = new WeakMap<NestedRow, NestedRow>();
  return (row: NestedRow): NestedRow => {
    const known = projected.get(row) ?? publicClient(row);
    projected.set(row, known);
    return known;
  };
}

function isSameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((value, place) => value === b[place]);
}

/** True for rows with the same values, and lists of the same rows. */
function isSameRow(a: NestedRow | null, b: NestedRow | null): boolean {
  if (a === b || a === null || b === null) return a === b;
  const names = Object.keys(b);
  return (
    names.length === Object.keys(a).length &&
    names.every((name) => {
      const [one, other] = [a[name], b[name]];
      return one === other || (Array.isArray(one) && Array.isArray(other) && isSameList(one, other));
    })
  );
}
