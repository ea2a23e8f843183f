import { useIsFetching, useIsMutating } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

// Requests that do not go through react-query: uploads, sign-in.
let others = 0;
const listeners = new Set<() => void>();

/** Counts a request as pending until the returned function is called. */
export function beginRequest(): () => void {
  change(1);
  return () => change(-1);
}

function change(by: 1 | -1): void {
  others += by;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Number of requests under way (specification, section 4: the global loader). */
export function usePendingRequests(): number {
  return useIsFetching() + useIsMutating() + useSyncExternalStore(subscribe, () => others);
}
