import type { EditorChanges } from '../../../../contract/editor.ts';
import type { PageContent } from '../../../../server/landing/page.ts';
import type { Row } from '../../records/record-view.ts';
import type { ViewOf } from './commands.ts';
import type { DraftStore } from './drafts.ts';
import type { RecordShape } from './working-rows.ts';

/** The stored rows, as the server answers them. */
export interface LoadedRows {
  /** Changes whenever the rows change. */
  tag: string;
  /** Null: nothing has changed since the answer with the tag of the request. */
  rows: { records: readonly (RecordShape & { rows: readonly Row[] })[]; images: PageContent['images'] } | null;
  /** Ids of the rows that the save of the request has created, in its order; null if the save was not written. */
  saved: { created: readonly number[] } | null;
}

/** What the editor knows of the stored rows. */
interface KnownRows {
  tag?: string;
  /** A save whose answer has not arrived: its key, and the number of its new rows. */
  sent?: { key: string; created: number };
  /** Clients that the home page does not show any more. */
  clients: number[];
}

/** What a save has written. */
interface SavedChanges {
  /** The content revision of the change; null in a release. */
  revision: number | null;
  /** Ids that rows were sent with, their final ids and versions. */
  rows: readonly { path: string; from: number; id: number; version: number }[];
}

export interface SessionDependencies {
  server: {
    load(known: KnownRows, inBackground: boolean): Promise<LoadedRows>;
    save(changes: EditorChanges & { key: string }): Promise<SavedChanges>;
  };
  draft: DraftStore;
  viewOf: ViewOf;
  /** Time in ms since 1970. */
  now(): number;
  newKey(): string;
  /** Runs a function later; returns a function that cancels it. */
  later(run: () => void, delayMs: number): () => void;
  onSaved(saved: SavedChanges): void;
  /** A save was refused or failed, for another reason than the input of fields. */
  onFailure(error: unknown): void;
}
