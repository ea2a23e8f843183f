import { useLocation } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { sections } from '../../../contract/sections.ts';
import { sessionKeys } from '../../../contract/session-keys.ts';

/** The release that edits of the page's content go to. */
export interface Destination {
  id: number;
  name: string;
}

const storageKey = 'destination';
const stored = z.object({ userName: z.string(), id: z.number(), name: z.string() });

/** Null: the live page. Undefined: not yet read from this tab's storage. */
let current: Destination | null | undefined;
const listeners = new Set<() => void>();

/** Where the edits of this tab go: a release, or null for the live page. */
function currentDestination(): Destination | null {
  if (current === undefined) current = read();
  return current;
}

function read(): Destination | null {
  try {
    const { userName, ...destination } = stored.parse(JSON.parse(sessionStorage.getItem(storageKey) ?? 'null'));
    return userName === localStorage.getItem(sessionKeys.userName) ? destination : null;
  } catch {
    // Nothing is stored, or not by this product.
    return null;
  }
}

/** Chooses a release, or the live page. A reload of the tab keeps the choice. */
export function chooseDestination(next: Destination | null): void {
  current = next;
  if (next) {
    const userName = localStorage.getItem(sessionKeys.userName) ?? '';
    sessionStorage.setItem(storageKey, JSON.stringify({ userName, id: next.id, name: next.name }));
  } else sessionStorage.removeItem(storageKey);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Where the edits of this tab go: a release, or null for the live page. */
export function useDestination(): Destination | null {
  return useSyncExternalStore(subscribe, currentDestination);
}

const contentPaths = new Set<string>(sections.map(({ path }) => `/admin/${path}`));

/** True on the screens of the page's content, which a release can change. */
export function useIsContentScreen(): boolean {
  return contentPaths.has(useLocation().pathname);
}

/** The release that the open screen edits; null if it edits the live page, or is no screen of the page's content. */
export function useScreenDestination(): Destination | null {
  const destination = useDestination();
  return useIsContentScreen() ? destination : null;
}

/** The release that the edits of a record go to; null for the live page and for records outside the page's content. */
export function useRecordDestination({ path }: { path: string | null }): Destination | null {
  const destination = useDestination();
  return path === null ? null : destination;
}
