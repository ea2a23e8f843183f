import { pageLayout, placedSections } from '../../../../contract/page-layout.ts';
import { rowTitle } from '../../../../contract/row-title.ts';
import { type PageSectionKey, sectionFacts } from '../../../../contract/sections.ts';
import type { RecordPath } from '../../../../server/content/router.ts';
import type { RecordView, Row } from '../../records/record-view.ts';
import { orderedByField } from './difference.ts';
import type { ItemKey, Selection, WorkingRows } from './types.ts';
import {
  listOf,
  parentOf,
  rowAt,
  rowsAt,
  type Structure,
  subtreeOf,
  withList,
  withNewRow,
  withoutRows,
  withRow,
} from './working-rows.ts';

/** What a command makes of the working copy. */
export interface Command {
  rows: WorkingRows;
  /** The command's name, for Undo and Redo. */
  label: string;
  /** The selection afterwards; left out: as before. */
  selection?: Selection | null;
}

/** What a record's view says about its fields. */
export type ViewOf = (path: string) => Pick<RecordView, 'noun' | 'initial' | 'check' | 'fields'> | undefined;

export interface Editing {
  structure: Structure;
  viewOf: ViewOf;
  /** A temporary id, below 0. */
  newId(): number;
}

const layoutPath: RecordPath = 'page.layout';

/** Sets a field; null if the row has the value already, or does not exist. */
export function changed(
  { viewOf }: Editing,
  rows: WorkingRows,
  item: ItemKey,
  field: string,
  value: unknown,
): Command | null {
  const row = rowAt(rows, item);
  if (!row || row[field] === value) return null;
  const verb = field === 'isActive' ? (value ? 'Show' : 'Hide') : 'Edit';
  let next = withRow(rows, item.path, { ...row, [field]: value });
  if (item.path === orderedByField && field === 'displayOrder')
    next = withList(next, item.path, inDisplayOrder(rowsAt(next, item.path)));
  return { rows: next, label: `${verb} ${nameOf(viewOf, item.path, row)}` };
}

/** Adds a row with the record's initial values. */
export function added(
  { structure, viewOf, newId }: Editing,
  rows: WorkingRows,
  path: RecordPath,
  { parentId, after }: { parentId?: number | undefined; after?: number | null | undefined },
): Command & { item: ItemKey } {
  const id = newId();
  const row = {
    ...blankOf(structure, path),
    ...viewOf(path)?.initial,
    id,
    version: 0,
    position: 0,
    ...(parentId !== undefined && { parentId }),
  };
  const item = { path, id };
  const next = renumbered(withNewRow(rows, path, row, after), item);
  return { rows: next, label: `Add ${viewOf(path)?.noun ?? 'row'}`, selection: item, item };
}

/** Copies a row with the rows below it, directly after the row; secrets are not copied. */
export function duplicated(editing: Editing, rows: WorkingRows, item: ItemKey): Command & { item: ItemKey } {
  const { structure, viewOf, newId } = editing;
  const row = rowAt(rows, item);
  if (!row) throw new TypeError(`there is no ${item.path} ${item.id}`);
  let next = rows;
  const copyOf = (source: ItemKey, parentId: unknown): ItemKey => {
    const id = newId();
    const original = rowAt(rows, source);
    const secrets = (viewOf(source.path)?.fields ?? []).filter(({ widget }) => widget.isSecret);
    const blank = blankOf(structure, source.path);
    const copy = {
      ...original,
      ...Object.fromEntries(secrets.map(({ name }) => [name, blank[name]])),
      id,
      version: 0,
      ...(parentId !== undefined && { parentId }),
    };
    next = withNewRow(next, source.path, copy, source.id === item.id ? item.id : undefined);
    for (const { path, parentPath } of structure)
      if (parentPath === source.path)
        for (const child of listOf(rows, path, source.id)) copyOf({ path, id: child.id }, id);
    return { path: source.path, id };
  };
  const copy = copyOf(item, row.parentId);
  const label = `Duplicate ${nameOf(viewOf, item.path, row)}`;
  return { rows: renumbered(next, copy), label, selection: copy, item: copy };
}

/** Moves a row to a place of its list, from 0; null if the row is there already. */
export function moved({ viewOf }: Editing, rows: WorkingRows, item: ItemKey, place: number): Command | null {
  const row = rowAt(rows, item);
  if (!row) return null;
  const list = listOf(rows, item.path, row.parentId);
  const others = list.filter((one) => one !== row);
  const target = Math.max(0, Math.min(place, others.length));
  if (list.indexOf(row) === target) return null;
  const without = withoutRows(rows, [item]);
  const next = withNewRow(without, item.path, row, others[target - 1]?.id ?? null);
  return { rows: renumbered(next, item), label: `Move ${nameOf(viewOf, item.path, row)}` };
}

/** Deletes a row with the rows below it; the next row of the list is selected, or the previous one, or the parent. */
export function removed({ structure, viewOf }: Editing, rows: WorkingRows, item: ItemKey): Command | null {
  const row = rowAt(rows, item);
  if (!row) return null;
  const list = listOf(rows, item.path, row.parentId);
  const place = list.indexOf(row);
  const neighbour = list[place + 1] ?? list[place - 1];
  const selection = neighbour ? { path: item.path, id: neighbour.id } : parentOf(structure, item.path, row);
  return {
    rows: withoutRows(rows, subtreeOf(structure, rows, item)),
    label: `Delete ${nameOf(viewOf, item.path, row)}`,
    selection,
  };
}

/** Moves a section to a place of the page, from 0, counting hidden sections. */
export function sectionMoved(editing: Editing, rows: WorkingRows, key: PageSectionKey, place: number): Command | null {
  const keys = placedSections(layoutOf(rows)).map((section) => section.key);
  const others = keys.filter((one) => one !== key);
  const order = others.toSpliced(Math.max(0, Math.min(place, others.length)), 0, key);
  if (order.join() === keys.join()) return null;
  return withLayout(editing, rows, { sectionOrder: order.join(' ') }, `Move the section “${nameOfSection(key)}”`);
}

/** Shows or hides a section. */
export function sectionShown(
  editing: Editing,
  rows: WorkingRows,
  key: PageSectionKey,
  isShown: boolean,
): Command | null {
  const sections = placedSections(layoutOf(rows));
  if (sections.find((section) => section.key === key)?.isShown === isShown) return null;
  const hidden = sections.filter((section) => (section.key === key ? !isShown : !section.isShown));
  const label = `${isShown ? 'Show' : 'Hide'} the section “${nameOfSection(key)}”`;
  return withLayout(editing, rows, { hiddenSections: hidden.map((section) => section.key).join(' ') }, label);
}

/** The layout that the page obeys; undefined: the specification's. */
function layoutOf(rows: WorkingRows) {
  const [row] = rowsAt(rows, layoutPath).filter(({ isActive }) => isActive === true);
  return pageLayout.safeParse(row).data;
}

function withLayout(
  { structure, newId }: Editing,
  rows: WorkingRows,
  values: Readonly<Record<string, string>>,
  label: string,
): Command {
  const [known] = rowsAt(rows, layoutPath);
  const layout = layoutOf(rows) ?? { sectionOrder: '', hiddenSections: '' };
  const row = {
    ...(known ?? { ...blankOf(structure, layoutPath), id: newId(), version: 0 }),
    ...layout,
    ...values,
    isActive: true,
  };
  return { rows: known ? withRow(rows, layoutPath, row) : withNewRow(rows, layoutPath, row, null), label };
}

function nameOfSection(key: PageSectionKey): string {
  const { name } = sectionFacts(key);
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
}

function blankOf(structure: Structure, path: RecordPath): Readonly<Record<string, unknown>> {
  return structure.find((shape) => shape.path === path)?.blank ?? {};
}

/** A row in labels: `plan “Ketch”`. */
function nameOf(viewOf: ViewOf, path: RecordPath, row: Row): string {
  const noun = viewOf(path)?.noun ?? 'row';
  const title = rowTitle(row);
  return title === '' ? noun : `${noun} “${title.length > 40 ? `${title.slice(0, 39)}…` : title}”`;
}

function inDisplayOrder(list: readonly Row[]): readonly Row[] {
  return list.toSorted((a, b) => Number(a.displayOrder) - Number(b.displayOrder));
}

/** Clients keep their order in a field: gives it to a list in which one row has a new place. */
function renumbered(rows: WorkingRows, item: ItemKey): WorkingRows {
  if (item.path !== orderedByField) return rows;
  const list = rowsAt(rows, item.path);
  const place = list.findIndex(({ id }) => id === item.id);
  const own = list[place];
  if (!own) return rows;
  const orderOf = (row: Row | undefined) => (row === undefined ? Number.NaN : Number(row.displayOrder));
  const [previous, next] = [orderOf(list[place - 1]), orderOf(list[place + 1])];
  const isNew = own.id < 0 && own.version === 0;
  const wanted = isNew ? (Number.isNaN(previous) ? Math.max(0, next - 1 || 0) : previous + 1) : orderOf(own);
  // A comparison with a missing neighbour is false.
  if (!(wanted <= previous) && !(wanted >= next))
    return wanted === orderOf(own) ? rows : withRow(rows, item.path, { ...own, displayOrder: wanted });
  let last = -1;
  const orders = list.map((row) => (row === own ? wanted : orderOf(row))).toSorted((a, b) => a - b);
  const numbered = list.map((row, index) => {
    last = Math.max(orders[index] ?? 0, last + 1);
    return row.displayOrder === last ? row : { ...row, displayOrder: last };
  });
  return withList(rows, item.path, numbered);
}
