import type { ComponentType } from 'react';
import { ChecksPanel } from '../checks/checks-panel.tsx';
import { ThemePanel } from '../theme/theme-panel.tsx';
import { ChecksIcon, ThemeIcon } from './icons.tsx';
import type { Selection } from './session/types.ts';

/** Names of the panels that the toolbar opens in place of an item's fields. */
type PanelName = Exclude<Extract<Selection, { panel: string }>['panel'], 'sections'>;

/** A panel of the editor in place of the fields of an item. */
export interface EditorPanel {
  name: PanelName;
  /** Title of the panel and label of its button. */
  title: string;
  Icon: ComponentType;
  /** Draws the panel; reads and changes the working copy by `useEditorSession` and `useEditor`. */
  Panel: ComponentType;
}

/** The panels, in the order of their buttons in the toolbar. */
export const editorPanels: readonly EditorPanel[] = [
  { name: 'theme', title: 'Theme', Icon: ThemeIcon, Panel: ThemePanel },
  { name: 'checks', title: 'Checks', Icon: ChecksIcon, Panel: ChecksPanel },
];
