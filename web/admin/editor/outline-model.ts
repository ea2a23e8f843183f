import type { ImageHash } from '../../../contract/image-hash.ts';
import { placedSections } from '../../../contract/page-layout.ts';
import { rowTitle } from '../../../contract/row-title.ts';
import { type PageSectionKey, type SectionKey, sectionFacts } from '../../../contract/sections.ts';
import type { RecordPath } from '../../../server/content/router.ts';
import type { PageContent } from '../../../server/landing/page.ts';
import { visibleContent } from '../../landing/visible-content.ts';
import { type RecordView, type Row, viewAt } from '../records/record-view.ts';
import { type EditorSession, type ItemKey, keyOf } from './session/types.ts';
import { nounOf } from './words.ts';

/** A list of rows, to which one can be added. */
interface RowList {
  path: RecordPath;
  parentId?: number | undefined;
}

/** A row of the outline: a section, or an item of the page. */
export interface OutlineNode {
  /** Unique in the outline. */
  id: string;
  name: string;
  /** What the row is in sentences: 'section', 'plan'. */
  noun: string;
  section: SectionKey;
  /** True for a section, false for an item below one. */
  isSection: boolean;
  /** The item to edit; null for a section without a heading. */
  item: ItemKey | null;
  /** The section's place among sections that can be moved and hidden, or the item's place in its list; null: fixed. */
  place: number | null;
  /** 'Shown', or why visitors do not see the row. */
  state: string;
  isShown: boolean;
  /** State of a section's switch; null for rows without one. */
  isOn: boolean | null;
  picture: ImageHash | null;
  /** Lists of the rows below. */
  lists: readonly RowList[];
  children: readonly OutlineNode[];
}

/** Sections that stay above the others: their parts are in the page's header and footer. */
const fixed: readonly SectionKey[] = ['company', 'menu'];

/** Names of sections as the outline shows them, where the section's own name reads differently in a list. */
const names: Partial<Record<SectionKey, string>> = { company: 'Company', descriptions: 'Blocks' };

/** A section's name at the start of a line: 'Price plans'. */
export function sectionName(key: SectionKey): string {
  const { name } = sectionFacts(key);
  return names[key] ?? name.charAt(0).toUpperCase() + name.slice(1);
}

/** The record at the top of a section: its heading, or its items if there is no heading. */
export function topView(key: SectionKey): RecordView | undefined {
  return viewAt(`${key}.heading`) ?? viewAt(`${key}.items`);
}

/** True for a section's heading, of which the page shows one. */
export function isHeading(path: RecordPath): boolean {
  return path.endsWith('.heading');
}

/** Company, menu, then the sections in page order, each with the items below. `content` is the page that visitors would see. */
export function outlineOf(session: EditorSession, content: PageContent): OutlineNode[] {
  const visible = visibleContent(content);
  const placed = placedSections(content.page.layout[0]);
  return [
    ...fixed.map((key) => sectionNode(session, key, null, key === 'menu' ? visible.menu.length > 0 : true)),
    ...placed.map(({ key, isShown }, place) =>
      sectionNode(session, key, { key, place, isShown }, visible[key] !== null),
    ),
  ];
}

interface Place {
  key: PageSectionKey;
  place: number;
  isShown: boolean;
}

function sectionNode(session: EditorSession, key: SectionKey, place: Place | null, hasContent: boolean): OutlineNode {
  const top = topView(key);
  const path = top?.path ?? null;
  const rows = path ? session.list(path) : [];
  const hasHeading = path !== null && isHeading(path);
  // The page shows the first active heading.
  const heading = hasHeading ? (rows.find(({ isActive }) => isActive) ?? rows[0]) : undefined;
  const lists = listsOf(session, path, hasHeading, heading);
  const all = lists.flatMap((list) => session.list(list.path, list.parentId).map((row, at) => ({ list, row, at })));
  const onPage = all.filter(({ row }) => row.showOnHomePage !== false);
  // The content also has the selected row, which visitors may not see.
  const isEmpty = key !== 'hero' && lists.length > 0 && !onPage.some(({ row }) => row.isActive !== false);
  const state = stateOf({ place, hasHeading, heading, hasContent: hasContent && (key === 'company' || !isEmpty) });
  return {
    id: `section ${key}`,
    name: sectionName(key),
    noun: 'section',
    section: key,
    isSection: true,
    item: path && heading ? { path, id: heading.id } : null,
    place: place?.place ?? null,
    state,
    isShown: state === 'Shown',
    isOn: place === null ? null : place.isShown && heading?.isActive !== false,
    picture: null,
    lists: hasHeading && !heading && path ? [{ path }] : lists,
    children: hasHeading && !heading ? [] : onPage.map(({ list, row, at }) => itemNode(session, key, list, row, at)),
  };
}

function listsOf(
  session: EditorSession,
  path: RecordPath | null,
  hasHeading: boolean,
  heading: Row | undefined,
): RowList[] {
  if (!path) return [];
  if (!hasHeading) return [{ path }];
  return heading ? session.childPaths(path).map((child) => ({ path: child, parentId: heading.id })) : [];
}

interface SectionFacts {
  place: Place | null;
  hasHeading: boolean;
  heading: Row | undefined;
  hasContent: boolean;
}

function stateOf({ place, hasHeading, heading, hasContent }: SectionFacts): string {
  if (place?.isShown === false) return 'Hidden by you';
  if (hasHeading && !heading) return 'Empty: no heading yet';
  if (heading?.isActive === false) return 'Hidden: heading not active';
  return hasContent ? 'Shown' : 'Empty: nothing to show yet';
}

function itemNode(session: EditorSession, section: SectionKey, list: RowList, row: Row, place: number): OutlineNode {
  const item = { path: list.path, id: row.id };
  const view = viewAt(list.path);
  const lists = session.childPaths(list.path).map((path) => ({ path, parentId: row.id }));
  const isShown = row.isActive !== false;
  return {
    id: keyOf(item),
    name: nameOf(view, row),
    noun: view?.noun ?? 'item',
    section,
    isSection: false,
    item,
    place,
    state: isShown ? 'Shown' : 'Hidden',
    isShown,
    isOn: null,
    picture: pictureOf(view, row),
    lists,
    children: lists.flatMap((child) =>
      session.list(child.path, child.parentId).map((below, at) => itemNode(session, section, child, below, at)),
    ),
  };
}

/** A row's name; 'New plan' for a row without one. */
function nameOf(view: RecordView | undefined, row: Row): string {
  const title = rowTitle(row);
  if (title !== '') return title;
  return row.id < 0 ? `New ${view?.noun ?? 'item'}` : (view?.title(row) ?? `item ${row.id}`);
}

function pictureOf(view: RecordView | undefined, row: Row): ImageHash | null {
  for (const { name, info } of view?.fields ?? []) {
    const value = row[name];
    if (info.slot && isHash(value)) return value;
  }
  return null;
}

/** Pictures of rows are hashes: the server has checked them. */
function isHash(value: unknown): value is ImageHash {
  return typeof value === 'string' && value !== '';
}

/** The node of an item and the nodes above it, the section first; empty if the outline does not have the item. */
export function chainTo(nodes: readonly OutlineNode[], item: ItemKey): OutlineNode[] {
  const id = keyOf(item);
  for (const node of nodes) {
    if (node.item && keyOf(node.item) === id) return [node];
    const below = chainTo(node.children, item);
    if (below.length > 0) return [node, ...below];
  }
  return [];
}

/** The last row of a list, which adds an item. */
export interface AddingRow {
  id: string;
  /** 'Add plan'. */
  name: string;
  adds: RowList;
}

/** The rows below a node that add an item. */
export function addRows(node: OutlineNode): AddingRow[] {
  return node.lists.map((adds) => ({ id: `add ${adds.path} ${node.id}`, name: `Add ${nounOf(adds.path)}`, adds }));
}

/** The rows of the outline from top to bottom, without those below a closed row. */
export function openRows(nodes: readonly OutlineNode[], isOpen: (id: string) => boolean): (OutlineNode | AddingRow)[] {
  return nodes.flatMap((node) => [
    node,
    ...(isOpen(node.id) ? [...openRows(node.children, isOpen), ...addRows(node)] : []),
  ]);
}
