import { type SectionKey, sectionFacts, sections } from '../../../contract/sections.ts';
import { recordAddress } from '../records/record-address.ts';
import type { EditorSession, ItemKey } from './session/types.ts';

/** The screen of an item, and the address of the item's panel there; of the screen alone if the item is not stored yet. */
export function tableAddress(session: EditorSession, item: ItemKey) {
  const section = sectionOf(item);
  const { path, title } = sectionFacts(section);
  if (item.id < 0) return { title, href: `#/admin/${path}` };
  const parent = parentOf(session, item);
  const parentId = parent?.id ?? null;
  const grandparentId = (parent && parentOf(session, parent)?.id) ?? null;
  return { title, href: recordAddress({ section, id: item.id, parentId, grandparentId }) };
}

/** The section of an item's record. */
function sectionOf({ path }: ItemKey): SectionKey {
  const [name] = path.split('.');
  const found = sections.find(({ key }) => key === name);
  if (!found) throw new TypeError(`there is no section of ${path}`);
  return found.key;
}

/** The item above an item. */
function parentOf(session: EditorSession, item: ItemKey): ItemKey | undefined {
  const id = session.row(item)?.parentId;
  const paths = session.read().rows?.keys() ?? [];
  const path = [...paths].find((one) => session.childPaths(one).includes(item.path));
  return path && typeof id === 'number' ? { path, id } : undefined;
}
