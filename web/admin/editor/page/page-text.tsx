import { createContext, createElement, useContext, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import type { ItemText } from '../../../landing/components/editing.tsx';
import { viewAt } from '../../records/record-view.ts';
import type { EditorSession } from '../session/types.ts';
import { marksOf } from './marks.ts';
import { showText } from './text-content.ts';

/** The part of the editor's session that texts read. */
export type RowStore = Pick<EditorSession, 'row' | 'subscribe'>;

/** The rows of the page's texts. */
export const PageRows = createContext<RowStore>({ subscribe: () => () => {}, row: () => undefined });

/**
 * A text on the page that follows its field, so that a keystroke renders nothing else. The element has a name of its own:
 * no style of the page applies to it. React leaves its content alone, because typing changes the content.
 */
export function PageText({ record, id, field, text }: ItemText) {
  const session = useContext(PageRows);
  const item = { path: record, id };
  const value = useSyncExternalStore(session.subscribe, () => session.row(item)?.[field]);
  // A row that was just removed keeps its text until the page is rendered without the row.
  const shown = typeof value === 'string' ? value : text;
  const element = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (element.current) showText(element.current, shown);
  }, [shown]);
  return createElement('page-text', {
    ref: element,
    ...marksOf(item, field),
    'data-text': '',
    'data-placeholder': fieldLabel(record, field),
  });
}

function fieldLabel(record: ItemText['record'], field: string): string {
  return viewAt(record)?.fields.find(({ name }) => name === field)?.info.label ?? '';
}
