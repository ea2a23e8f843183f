import type { TablerIcon } from '@tabler/icons-react';

/** What Spotlight lists: a title, where the thing is, and what Enter does. */
export interface Entry {
  /** Unique in the list; stays the same while the list changes. */
  id: string;
  Icon: TablerIcon;
  title: string;
  /** Where the thing is, such as `Price Plan › Ketch`; may be empty. */
  place: string;
  /** The text that was found, if it is not the title. */
  excerpt?: string;
  /** A word about the state, such as `Hidden`. */
  note?: string;
  /** Address within the back office, from `/admin/`; null: Enter calls `run`. */
  address: string | null;
  run?: () => void;
  /** Address of the page editor with the thing selected, from `/admin/`, if the thing stands on the page. */
  editorAddress?: string;
}

export interface EntryGroup {
  title: string;
  entries: readonly Entry[];
}
