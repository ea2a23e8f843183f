import { and, eq, ne } from 'drizzle-orm';
import type { EditorChanges } from '../../contract/editor.ts';
import { rowTitle } from '../../contract/row-title.ts';
import type { Database, Statement, Transaction } from '../../db/database.ts';
import { constraintErrorOf } from '../../db/query/constraint-errors.ts';
import { revisionNow } from '../../db/query/content-revision.ts';
import { contentHistory } from '../../db/schema/history.ts';
import { findKeys, rememberKeys, type SaveKey, storedKey } from '../content/create-once.ts';
import type { Edit } from '../content/edit.ts';
import { invalid, Refusal } from '../errors.ts';
import { putBack } from '../history/put-back.ts';
import { type CheckedChanges, checkChanges, itemKey } from './check-changes.ts';
import { type FinalIds, finalId, isCreated, reserveIds } from './final-ids.ts';
import { planSave } from './plan-save.ts';

/** What a save of the page editor has written. */
export interface SavedChanges {
  /** The content revision of the change, by which it can be undone; null in a release. */
  revision: number | null;
  /** The saved rows: the id in the request, the final id, and the new version. */
  rows: { path: string; from: number; id: number; version: number }[];
}

/** Where a save goes: writes the checked changes, with the statements of `also` in the same transaction. */
export interface SaveDestination {
  /** Tells the keys of destinations apart. */
  name: string;
  write(changes: CheckedChanges, ids: FinalIds, also: (tx: Transaction) => Statement[]): Promise<unknown>;
  /** Versions of saved rows by `path id`, after the save with this content revision. */
  versions(changes: EditorChanges, revision: number): Promise<ReadonlyMap<string, number>>;
  /** True if the content revision is that of the change itself. */
  isLive: boolean;
}

/** The name of a destination in keys: the live page's, or that of a release. */
export function destinationName(release?: number): string {
  return release === undefined ? 'editor' : `editor of release ${release}`;
}

/** The live page as the destination of a save: one transaction, one change in the history. */
export function liveDestination(db: Database, edit: Edit): SaveDestination {
  return {
    name: destinationName(),
    isLive: true,
    write: (changes, ids, also) => putBack(db, edit, () => planSave(db, changes, ids), also),
    async versions(_changes, revision) {
      const { record, rowId, version, cause } = contentHistory;
      const entries = await db
        .select({ record, rowId, version })
        .from(contentHistory)
        .where(and(eq(contentHistory.revision, revision), ne(cause, 'start')));
      return new Map(entries.map((entry) => [`${entry.record} ${entry.rowId}`, entry.version]));
    },
  };
}

/**
 * Writes all changes of the page editor together, all or none. A repeated call with the same key writes nothing and gives the answer
 * of the first.
 */
export async function saveChanges(
  db: Database,
  changes: EditorChanges,
  saveKey: SaveKey,
  destination: SaveDestination,
  edit: Edit,
): Promise<SavedChanges> {
  const repeated = await findSaved(db, changes, saveKey, destination);
  if (repeated) return repeated;
  const checked = await checkChanges(db, changes);
  const ids = await reserveIds(db, checked);
  try {
    await destination.write(checked, ids, (tx) => remember(tx, changes, saveKey, destination, ids));
  } catch (error) {
    // The same save may have come first in another request.
    const mayBeRepeated = error instanceof Refusal || constraintErrorOf(error) === 'unique';
    const first = mayBeRepeated ? await findSaved(db, changes, saveKey, destination) : null;
    if (first) return first;
    throw error;
  }
  edit.recordChange({ record: 'Page', after: namesOf(checked) });
  const saved = await findSaved(db, changes, saveKey, destination);
  if (!saved) throw new Error('the save is not stored under its key');
  return saved;
}

/** The answer of an earlier save with the key; null without one. */
async function findSaved(
  db: Database,
  changes: EditorChanges,
  saveKey: SaveKey,
  destination: SaveDestination,
): Promise<SavedChanges | null> {
  const created = changes.saves.filter(isCreated);
  const { fingerprint } = storedKey(saveKey, destination.name, changes);
  const known = await findByKey(db, saveKey, destination.name, created.length);
  if (!known) return null;
  if (known.fingerprint !== fingerprint) throw invalid({ key: 'This key belongs to another save' });
  const ids = new Map(created.map((row, place) => [itemKey(row), known.created[place] ?? row.id]));
  const versions = await destination.versions(changes, known.revision);
  return {
    revision: destination.isLive ? known.revision : null,
    rows: changes.saves.map(({ path, id, version }) => {
      const final = finalId(ids, path, id);
      return { path, from: id, id: final, version: versions.get(`${path} ${final}`) ?? version ?? 1 };
    }),
  };
}

/**
 * A save by its key: the content revision, and the ids of the rows that it has created, in the order of the request. Null: no such save
 * was written.
 */
export async function findByKey(db: Database, saveKey: SaveKey, destination: string, created: number) {
  const names = [destination, ...Array.from({ length: created }, (_, place) => nameOfRow(destination, place))];
  const [known, ...rows] = await findKeys(
    db,
    names.map((name) => storedKey(saveKey, name, {})),
  );
  return known
    ? { fingerprint: known.fingerprint, revision: known.id, created: rows.flatMap((row) => row?.id ?? []) }
    : null;
}

/** Stores the key of the save with the content revision, and a key for each new row with its id. */
function remember(
  tx: Transaction,
  changes: EditorChanges,
  saveKey: SaveKey,
  { name }: SaveDestination,
  ids: FinalIds,
): Statement[] {
  const rows = changes.saves.filter(isCreated).map(({ path, id }, place) => ({
    ...storedKey(saveKey, nameOfRow(name, place), {}),
    rowId: finalId(ids, path, id),
  }));
  return rememberKeys(tx, saveKey, [{ ...storedKey(saveKey, name, changes), rowId: revisionNow }, ...rows]);
}

function nameOfRow(destination: string, place: number): string {
  return `${destination} ${place}`;
}

/** The changed rows and lists by their names, for the audit log. */
function namesOf({ saves, deletes, orders }: CheckedChanges): Record<string, string> {
  const names = (list: readonly string[]) => list.join(', ');
  return {
    saved: names(saves.map(({ definition, values }) => `${definition.name} “${rowTitle(values)}”`)),
    deleted: names(deletes.map(({ definition, id }) => `${definition.name} ${id}`)),
    ordered: names(orders.map(({ definition }) => definition.name)),
  };
}
