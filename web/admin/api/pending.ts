import { useIsFetching, useIsMutating } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

// Requests outside react-query: uploads and signing in.
let otherRequests = 0;
const listeners = new Set<() => void>();

/** Counts a request as pending until the returned function is called. */
export function beginRequest(): () => void {
  change(1);
  return () => change(-1);
}

function change(by: 1 | -1): void {
  otherRequests += by;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Number of pending requests (specification, section 4: the global loader). */
export function usePendingRequests(): number {
  return useIsFetching() + useIsMutating() + useSyncExternalStore(subscribe, () => otherRequests);
}
