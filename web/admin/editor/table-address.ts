import { type SectionKey, sectionFacts, sections } from '../../../contract/sections.ts';
import type { EditorSession, ItemKey } from './session/types.ts';

/** The screen of an item, and the address of the item's panel there; of the screen alone if the item is not stored yet. */
export function tableAddress(session: EditorSession, item: ItemKey) {
  const { path, title } = sectionFacts(sectionOf(item));
  return { title, href: `#/admin/${path}${item.id > 0 ? `?${panelOf(session, item)}` : ''}` };
}

/** The section of an item's record. */
function sectionOf({ path }: ItemKey): SectionKey {
  const [name] = path.split('.');
  const found = sections.find(({ key }) => key === name);
  if (!found) throw new TypeError(`there is no section of ${path}`);
  return found.key;
}

function panelOf(session: EditorSession, item: ItemKey): string {
  const parentId = session.row(item)?.parentId;
  if (typeof parentId !== 'number') return `edit=${item.id}`;
  const parent = parentOf(session, item, parentId);
  const above = parent && session.row(parent)?.parentId;
  const list = typeof above === 'number' ? `list=${above}&sub=${parentId}` : `list=${parentId}`;
  return `${list}&row=${item.id}`;
}

/** The item above an item with this parent id. */
function parentOf(session: EditorSession, item: ItemKey, id: number): ItemKey | undefined {
  const paths = session.read().rows?.keys() ?? [];
  const path = [...paths].find((one) => session.childPaths(one).includes(item.path));
  return path && { path, id };
}
