import { z } from 'zod';
import { sessionKeys } from '../../../contract/session-keys.ts';
import type { Destination } from '../releases/destination.ts';
import type { Draft, RecordView } from './record-view.ts';

const prefix = 'draft ';

/** Begins the names of the page editor's drafts, which outlive the tab; the user's name follows, and a slash. */
export const editorDraftPrefix = 'editor draft ';

/** How long a draft is offered after the last change, in ms. */
const lifetimeMs = 60 * 60 * 1000;

const storedDraft = z.object({
  userName: z.string(),
  /** Time of the last change, in ms since 1970. */
  at: z.number(),
  /** Name of the panel. */
  panel: z.string(),
  /** The release that the save would go to; null: the live page. */
  release: z.object({ id: z.number(), name: z.string() }).nullable().default(null),
  /** Address that opens the panel. */
  href: z.string().startsWith('#/'),
  /** Version of the row that editing started from; null for a new row. */
  version: z.number().nullable(),
  /** Idempotency key of the save. */
  key: z.string(),
  values: z.record(z.string(), z.unknown()),
});

/** Input that was not saved, in the storage of this tab: a reload or the end of a session does not lose it. */
export type StoredDraft = z.infer<typeof storedDraft>;

/** The form of a draft: the record, and the row or the parent of a new row. */
export interface DraftPlace {
  view: RecordView;
  id: number | null;
  parentId: number | undefined;
  /** Null: the live page. */
  release: Destination | null;
}

function nameOf({ view, id, parentId, release }: DraftPlace): string {
  return `${prefix}${view.panel}/${view.noun}/${id ?? 'new'}/${parentId ?? ''}/${release?.id ?? ''}`;
}

/** Stores the input of a form, without passwords and other secrets. */
export function keepDraft(
  place: DraftPlace,
  { version, key, values }: { version: number | null; key: string; values: Draft },
): void {
  const open = place.view.fields.filter(({ widget }) => !widget.isSecret).map(({ name }) => [name, values[name]]);
  const draft: StoredDraft = {
    userName: localStorage.getItem(sessionKeys.userName) ?? '',
    at: Date.now(),
    panel: place.view.panel,
    release: place.release && { id: place.release.id, name: place.release.name },
    href: location.hash,
    version,
    key,
    values: Object.fromEntries(open),
  };
  // Between the end of a session and the next sign-in there is no user to whom the draft could belong.
  if (draft.userName === '') return;
  try {
    sessionStorage.setItem(nameOf(place), JSON.stringify(draft));
  } catch {
    // The storage is full or switched off; the form itself still has the input.
  }
}

/** The user's draft of a form; null without one, or if the draft is older than an hour. */
export function findDraft(place: DraftPlace): StoredDraft | null {
  return read(nameOf(place));
}

/** Deletes the draft of a form. */
export function dropDraft(place: DraftPlace): void {
  sessionStorage.removeItem(nameOf(place));
}

/** All drafts of the user in this tab. */
export function allDrafts(): StoredDraft[] {
  return draftNames().flatMap((name) => read(name) ?? []);
}

/** Offers the drafts of a release's forms in the forms of the live page, for a release that takes no more changes. */
export function moveDraftsToLive({ id }: Destination): void {
  for (const name of draftNames()) {
    const draft = parse(name);
    if (draft?.release?.id !== id) continue;
    // Without a version: the release's versions are not those of the live page.
    const live = { ...draft, release: null, version: null };
    sessionStorage.setItem(name.slice(0, name.lastIndexOf('/') + 1), JSON.stringify(live));
  }
}

/** Deletes the drafts of other users than the one who has signed in. */
export function dropDraftsOfOthers(userName: string): void {
  for (const name of draftNames()) if (parse(name)?.userName !== userName) sessionStorage.removeItem(name);
  dropEditorDrafts((name) => !name.startsWith(`${editorDraftPrefix}${userName}/`));
}

/** Deletes all drafts. */
export function dropAllDrafts(): void {
  for (const name of draftNames()) sessionStorage.removeItem(name);
  dropEditorDrafts(() => true);
}

function dropEditorDrafts(isDropped: (name: string) => boolean): void {
  for (const name of Object.keys(localStorage))
    if (name.startsWith(editorDraftPrefix) && isDropped(name)) localStorage.removeItem(name);
}

function draftNames(): string[] {
  return Object.keys(sessionStorage).filter((name) => name.startsWith(prefix));
}

function read(name: string): StoredDraft | null {
  const draft = parse(name);
  if (!draft || draft.userName !== localStorage.getItem(sessionKeys.userName)) return null;
  if (Date.now() - draft.at <= lifetimeMs) return draft;
  sessionStorage.removeItem(name);
  return null;
}

function parse(name: string): StoredDraft | null {
  try {
    return storedDraft.safeParse(JSON.parse(sessionStorage.getItem(name) ?? 'null')).data ?? null;
  } catch {
    // Not JSON, so not a draft of this product.
    return null;
  }
}
