import { useSyncExternalStore } from 'react';
import { ToastDock } from './toast-dock.tsx';
import css from './toasts.module.css';

type Library = typeof import('./toast-list.tsx');

let library: Library | null = null;
let loading: Promise<Library> | null = null;
const listeners = new Set<() => void>();

/** Loads the list and waits until it is mounted. A failed load is tried again with the next notification. */
async function load(): Promise<Library> {
  library = await import('./toast-list.tsx');
  for (const listener of listeners) listener();
  await library.mounted;
  return library;
}

/** Calls `use` with the list of notifications, in the order of the calls; `otherwise` if the list cannot be loaded. */
export function withToasts(use: (list: Library) => void, otherwise: () => void): void {
  loading ??= load();
  loading.then(use, () => {
    loading = null;
    otherwise();
  });
}

/** Calls `use` with the list of notifications if there has been a notification. */
export function ifLoaded(use: (list: Library) => void): void {
  loading?.then(use, () => {});
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The place of the notifications on screens without a header, and the notifications once they are loaded. */
export function Toasts() {
  const List = useSyncExternalStore(subscribe, () => library?.default);
  return (
    <>
      <ToastDock className={css.corner} />
      {List && <List />}
    </>
  );
}
