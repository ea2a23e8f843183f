import { createContext, useContext, useEffect } from 'react';
import type { Draft, RecordView } from '../records/record-view.ts';

/** What somebody is typing into a panel's form. */
export interface TypedDraft {
  view: RecordView;
  /** Null for a new record. */
  id: number | null;
  parentId: number | undefined;
  /** Null while nothing of a new record is filled in. */
  values: Draft | null;
}

/** Hands the form's draft to the preview beside it; neither draws the panel around them anew. */
export interface DraftStore {
  read(): TypedDraft | null;
  write(draft: TypedDraft | null): void;
  subscribe(listener: () => void): () => void;
}

export function createDraftStore(): DraftStore {
  let current: TypedDraft | null = null;
  const listeners = new Set<() => void>();
  return {
    read: () => current,
    write(draft) {
      current = draft;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The store of the panel around; null where nothing shows a preview. */
export const DraftContext = createContext<DraftStore | null>(null);

/** Tells the panel's preview what the form holds, for as long as the panel is open. */
export function useShownDraft({ view, id, parentId, values }: TypedDraft, isOpen: boolean): void {
  const store = useContext(DraftContext);
  useEffect(() => {
    if (isOpen) store?.write({ view, id, parentId, values });
  }, [store, view, id, parentId, values, isOpen]);
}
