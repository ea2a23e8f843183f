import { createContext, use } from 'react';
import type { SectionKey } from '../../../contract/sections.ts';
import type { OutlineNode } from './outline-model.ts';

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
