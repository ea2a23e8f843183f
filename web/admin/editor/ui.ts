import { createContext, use } from 'react';
import type { SectionKey } from '../../../contract/sections.ts';
import type { RecordPath } from '../../../server/content/router.ts';
import type { OutlineNode } from './outline-model.ts';
import type { ItemKey } from './session/types.ts';

/** How much room the editor has: three columns, the page with the fields, or one thing at a time. */
export type Mode = 'wide' | 'medium' | 'narrow';

/** What the parts of the editor's screen share besides the working copy. */
export interface EditorUi {
  mode: Mode;
  /** Company, menu and the sections in page order. */
  nodes: readonly OutlineNode[];
  /** The section without a heading whose list the inspector shows while no item is selected. */
  section: SectionKey | null;
  /** Selects a node's item, or the list of a section without a heading, and shows its fields. */
  open(node: OutlineNode): void;
  /** Adds an item to a list, by default at its end, and moves the focus to the item's first field. */
  add(path: RecordPath, place: { parentId?: number | undefined; after?: number | undefined }): void;
  /** True once for the item that `add` has added. */
  takesFocus(item: ItemKey): boolean;
  /** Keeps a narrow window's outline in sight when the next command selects another item. */
  keepView(): void;
  /** Saves after running uploads; shows what keeps the save from being written. */
  save(): void;
}

const Ui = createContext<EditorUi | null>(null);

/** Passes `EditorUi` to the parts of the screen. */
export const EditorUiProvider = Ui.Provider;

/** What the parts of the editor's screen share. */
export function useEditorUi(): EditorUi {
  const ui = use(Ui);
  if (!ui) throw new Error('Outside of the editor');
  return ui;
}
