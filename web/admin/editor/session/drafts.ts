import { z } from 'zod';
import { sessionKeys } from '../../../../contract/session-keys.ts';
import { editorDraftPrefix } from '../../records/drafts.ts';
import { isRow, type Row } from '../../records/record-view.ts';
import type { ViewOf } from './commands.ts';
import type { WorkingRows } from './types.ts';
import { rowsAt, type Structure } from './working-rows.ts';

/** How long a draft is restored after the last change, in ms: a week. */
const lifetimeMs = 7 * 24 * 60 * 60 * 1000;

const rowList = z.array(z.custom<Row>(isRow));

const storedDraft = z.object({
  userName: z.string(),
  /** Time of the last change, in ms since 1970. */
  at: z.number(),
  /** Changed lists by record: the stored rows from which editing started, and the rows of the working copy. */
  lists: z.record(z.string(), z.object({ base: rowList, mine: rowList })),
  /** Sizes of pictures that no stored row names yet. */
  images: z.record(z.string(), z.object({ width: z.number(), height: z.number(), placeholder: z.null() })).default({}),
  /** A save whose answer has not arrived: its key, and the keys of the rows that it creates. */
  sent: z.object({ key: z.string(), created: z.array(z.string()) }).nullable(),
});

/** Unsaved changes of the page editor. */
export type EditorDraft = Pick<z.infer<typeof storedDraft>, 'lists' | 'images' | 'sent'>;

/** Where the draft of one user and one destination is kept. */
export interface DraftStore {
  read(): (EditorDraft & { at: number }) | null;
  write(draft: EditorDraft, at: number): void;
  drop(): void;
}

/** The draft of one tab. */
export interface TabDraft extends DraftStore {
  /** Takes the draft for this tab; while another tab has it, this tab neither restores nor stores it. */
  claim(): Promise<void>;
  /** Leaves the draft to other tabs. */
  release(): void;
}

/** How long a tab waits for a draft that another one is just leaving, in ms. */
const claimMs = 200;

/** The draft of the signed-in user for the live page (null) or a release, in this browser's storage. */
export function editorDraft(release: number | null): TabDraft {
  const userNow = () => localStorage.getItem(sessionKeys.userName) ?? '';
  const userName = userNow();
  const name = `${editorDraftPrefix}${userName}/${release ?? 'live'}`;
  let isOurs = true;
  let leave = () => {};
  let claimed: Promise<void> | null = null;

  /** Holds a lock of the browser; there are locks on https and localhost only. Elsewhere the last change of two tabs counts. */
  function claim(): Promise<void> {
    if (!('locks' in navigator)) return Promise.resolve();
    return new Promise((resolve) => {
      const hold = () =>
        new Promise<void>((end) => {
          leave = end;
          resolve();
        });
      navigator.locks.request(name, { signal: AbortSignal.timeout(claimMs) }, hold).catch(() => {
        isOurs = false;
        resolve();
      });
    });
  }

  return {
    claim() {
      claimed ??= claim();
      return claimed;
    },
    release: () => leave(),
    read() {
      if (!isOurs) return null;
      const draft = parse(localStorage.getItem(name));
      if (!draft || draft.userName !== userName || Date.now() - draft.at > lifetimeMs) return null;
      return draft;
    },
    write(draft, at) {
      // After the end of the session there is no user to whom the draft could belong.
      if (!isOurs || userName === '' || userNow() !== userName) return;
      try {
        localStorage.setItem(name, JSON.stringify({ userName, at, ...draft }));
      } catch {
        // The storage is full or switched off; the tab itself still has the changes.
      }
    },
    drop() {
      if (isOurs) localStorage.removeItem(name);
    },
  };
}

function parse(text: string | null) {
  try {
    return storedDraft.safeParse(JSON.parse(text ?? 'null')).data ?? null;
  } catch {
    // Not JSON, so not a draft of this product.
    return null;
  }
}

/** The lists of a working copy that differ from the stored ones, without passwords and other secrets. */
export function draftOf(
  structure: Structure,
  stored: WorkingRows,
  rows: WorkingRows,
  viewOf: ViewOf,
): Pick<EditorDraft, 'lists'> {
  const changed = structure.filter(({ path }) => rowsAt(stored, path) !== rowsAt(rows, path));
  const lists = changed.map(({ path }) => {
    const secrets = (viewOf(path)?.fields ?? []).filter(({ widget }) => widget.isSecret).map(({ name }) => name);
    const open = (list: readonly Row[]) => list.map((row) => withoutFields(row, secrets));
    return [path, { base: open(rowsAt(stored, path)), mine: open(rowsAt(rows, path)) }];
  });
  return { lists: Object.fromEntries(lists) };
}

function withoutFields(row: Row, names: readonly string[]): Row {
  if (names.length === 0) return row;
  const { id, version } = row;
  return { ...Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name))), id, version };
}
