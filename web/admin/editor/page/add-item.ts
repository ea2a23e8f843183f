import type { RecordPath } from '../../../../server/content/router.ts';
import type { EditorSession, ItemKey } from '../session/types.ts';
import { nounOf } from '../words.ts';

/** Adds an item to a list. A customer appears on the page with a first review only, so both are added. */
export function addItem(
  session: EditorSession,
  path: RecordPath,
  place: { parentId?: number | undefined; after?: number | null | undefined },
): ItemKey {
  const item = session.add(path, place);
  return path === 'customers.items' ? session.add('customers.feedback', { parentId: item.id }) : item;
}

/** Label of the button that adds an item to a record's list: "Add plan". */
export function addLabel(path: RecordPath): string {
  return `Add ${nounOf(path)}`;
}
