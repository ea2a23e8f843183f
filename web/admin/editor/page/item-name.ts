import { rowTitle } from '../../../../contract/row-title.ts';
import type { EditorSession, ItemKey } from '../session/types.ts';
import { nounOf } from '../words.ts';

/** An item's name in labels: `Plan “Ketch”`. */
export function itemName(session: EditorSession, item: ItemKey): string {
  const row = session.row(item);
  const noun = nounOf(item.path);
  const title = row ? rowTitle(row) : '';
  const name = noun.charAt(0).toUpperCase() + noun.slice(1);
  return title === '' ? name : `${name} “${shortened(title)}”`;
}

/** Longest title in a label, in characters. */
const maxLength = 40;

function shortened(title: string): string {
  return title.length > maxLength ? `${title.slice(0, maxLength - 1).trimEnd()}…` : title;
}
