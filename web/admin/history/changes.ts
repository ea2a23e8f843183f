import type { inferRouterOutputs } from '@trpc/server';
import { type SectionKey, sections } from '../../../contract/sections.ts';
import type { AppRouter } from '../../../server/trpc/app-router.ts';

/** An entry of the history: one change of one row. */
export type Entry = inferRouterOutputs<AppRouter>['history']['list'][number];

/** The entries of one change, the newest first. */
export interface Change {
  /** Stays the same while newer entries are added. */
  key: string;
  newest: Entry;
  /** The row that was written first: of a deletion, the deleted row before its children. */
  root: Entry;
  entries: readonly Entry[];
}

/** Puts the entries of each change together. `entries` has the newest first, as the server answers them. */
export function changesOf(entries: readonly Entry[]): Change[] {
  const changes: Change[] = [];
  for (const entry of entries) {
    const key = `${entry.revision}-${entry.cause}`;
    const last = changes.at(-1);
    if (last?.key === key) changes[changes.length - 1] = { ...last, root: entry, entries: [...last.entries, entry] };
    else changes.push({ key, newest: entry, root: entry, entries: [entry] });
  }
  return changes;
}

/** True if the change is about one row, or about one row and its children. */
export function hasOneRoot({ root, entries }: Change): boolean {
  return entries.every((entry) => entry === root || entry.record !== root.record);
}

/** The row that a deletion can bring back with its children; null if the change is none or the row is back. */
export function deletedRoot(change: Change): Entry | null {
  const { root, entries } = change;
  const isDeletion = entries.every(({ action }) => action === 'delete');
  return isDeletion && hasOneRoot(change) && root.isNewest ? root : null;
}

/** True if every row of the change is as the change left it, so that the change can be undone. */
export function canUndo({ newest, entries }: Change): boolean {
  if (newest.cause === 'start') return false;
  return entries.every(({ isNewest, action }) => isNewest && (action === 'save' || action === 'reorder'));
}

/** The sections by key, in the order and with the names of the sidebar. */
export const sectionNames: ReadonlyMap<string, string> = new Map<SectionKey, string>(
  sections.map(({ key, sidebar }) => [key, sidebar]),
);

/** Key of the section of a change; undefined for several sections. */
export function sectionOf({ entries }: Change): string | undefined {
  const [section, ...others] = new Set(entries.map(({ record }) => record.split('.')[0]));
  return others.length === 0 ? section : undefined;
}

/** The text with a capital first letter. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
