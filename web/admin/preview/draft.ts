import { createContext, useContext, useEffect, useRef } from 'react';
import type { Draft, RecordView } from '../records/record-view.ts';

/** The unsaved input of a panel's form. */
export interface TypedDraft {
  view: RecordView;
  /** Null for a new row. */
  id: number | null;
  parentId: number | undefined;
  /** Null while the form of a new row is empty. */
  values: Draft | null;
  /** Changes a field of the form. */
  change: (field: string, value: unknown) => void;
}

/** Passes the form's draft to the preview without rendering the panel around them. */
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

/** The surrounding panel's store; null without a panel. */
export const DraftContext = createContext<DraftStore | null>(null);

/** Passes the form's values to the panel's preview while the panel is open. */
export function useShownDraft({ view, id, parentId, values, change }: TypedDraft, isOpen: boolean): void {
  const store = useContext(DraftContext);
  const latestChange = useRef(change);
  latestChange.current = change;
  useEffect(() => {
    const changeLatest: TypedDraft['change'] = (field, value) => latestChange.current(field, value);
    if (isOpen) store?.write({ view, id, parentId, values, change: changeLatest });
  }, [store, view, id, parentId, values, isOpen]);
}
