import { eq, sql } from 'drizzle-orm';
import type { Database, Statement, Transaction } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { constraintErrorOf } from '../../db/query/constraint-errors.ts';
import { nextRevision, readRevision, requireRevision } from '../../db/query/content-revision.ts';
import { isOneOf } from '../../db/query/json-rows.ts';
import { contentHistory as entries } from '../../db/schema/history.ts';
import { type ContentRow, contentRow } from '../content/content-source.ts';
import type { Edit } from '../content/edit.ts';
import {
  historyFields,
  pathOf,
  recordDeletion,
  recordDescendantDeletions,
  recordFound,
  recordStates,
} from '../content/history-entries.ts';
import { findRows } from '../content/read.ts';
import type { RecordDefinition } from '../content/record.ts';
import { allRecords } from '../content/records.ts';
import { revisionOf, type Written } from '../content/write.ts';
import { conflict } from '../errors.ts';
import { withoutLostReferences } from './lost-references.ts';

/** The state that a row shall have. */
export interface Target {
  definition: RecordDefinition;
  id: number;
  /** Null: the row shall not exist. */
  row: ContentRow | null;
}

/** A target and the row as it is. */
interface Change extends Target {
  now: ContentRow | undefined;
}

/** Attempts while other writes come between the reading of the rows and the writing. */
const maxAttempts = 25;

/**
 * Gives rows the states of a plan in one transaction, and adds their history. The plan is made again if another write of the
 * content comes between, so that the plan always sees the rows that it replaces. Returns a null revision if nothing differs.
 * `also` builds further statements of the transaction; a `unique` error of theirs makes the plan again too.
 */
export async function putBack(
  db: Database,
  edit: Edit,
  plan: () => Promise<readonly Target[]>,
  also?: (tx: Transaction) => Statement[],
): Promise<Written> {
  for (let attempt = 1; ; attempt += 1) {
    const known = await readRevision(db);
    const changes = await changesOf(db, await plan());
    if (changes.length === 0 && !also) {
      // Another write may have come between the reading of the plan and of the rows.
      if ((await readRevision(db)) === known || attempt === maxAttempts) return { revision: null };
      continue;
    }
    try {
      const [counted] = await atomically(db, (tx) => [
        nextRevision(tx),
        requireRevision(tx, known),
        ...statementsOf(tx, changes, edit),
        ...(also?.(tx) ?? []),
      ]);
      return revisionOf(counted);
    } catch (error) {
      if (constraintErrorOf(error) === 'reference')
        throw conflict('The record above it was deleted. Restore that one first.');
      if (constraintErrorOf(error) !== 'unique' || attempt === maxAttempts) throw error;
    }
  }
}

/** The targets that differ from the rows as they are. */
async function changesOf(db: Database, targets: readonly Target[]): Promise<Change[]> {
  const changes: Change[] = [];
  for (const definition of allRecords) {
    const own = targets.filter((target) => target.definition === definition);
    const ids = own.map(({ id }) => id);
    const found = new Map((await findRows(db, definition, ids)).map((row) => [row.id, contentRow(row)]));
    const wanted = await withoutLostReferences(
      db,
      definition,
      own.flatMap(({ row }) => row ?? []),
    );
    const rows = new Map(wanted.map((row) => [row.id, row]));
    for (const { id } of own) {
      const [row, now] = [rows.get(id) ?? null, found.get(id)];
      if (row === null ? now : !now || differs(definition, row, now)) changes.push({ definition, id, row, now });
    }
  }
  return changes;
}

/** True if a row has another state than now, whatever its version. */
export function differs(definition: RecordDefinition, row: ContentRow, now: ContentRow): boolean {
  return row.position !== now.position || hasOtherFields(definition, row, now);
}

function hasOtherFields(definition: RecordDefinition, row: ContentRow, now: ContentRow): boolean {
  return historyFields(definition).some(([name]) => row[name] !== now[name]);
}

/**
 * The statements of all changes: new rows first, parents before their children, then changed rows. Deletions come last, because a
 * changed row may leave a parent that is deleted.
 */
function statementsOf(tx: Transaction, changes: readonly Change[], edit: Edit): Statement[] {
  const lists = allRecords
    .map((definition) => ({ definition, list: changes.filter((change) => change.definition === definition) }))
    .filter(({ list }) => list.length > 0);
  return [
    ...lists.map(({ definition, list }) => recordFound(tx, definition, isIn(definition, list), edit)),
    ...lists.flatMap(({ definition, list }) => inserts(tx, definition, list, edit)),
    ...lists.flatMap(({ definition, list }) => updates(tx, definition, list, edit)),
    ...lists.flatMap(({ definition, list }) => deletions(tx, definition, list, edit)),
  ];
}

function inserts(tx: Transaction, definition: RecordDefinition, list: readonly Change[], edit: Edit): Statement[] {
  const missing = list.filter(({ now }) => !now);
  if (missing.length === 0) return [];
  return [
    ...missing.map(({ id, row }) =>
      tx.insert(definition.table).values({ ...row, version: nextVersion(definition, id) }),
    ),
    recordStates(tx, definition, isIn(definition, missing), edit, 'create'),
  ];
}

/** One more than the version of the row's last life: a form that was opened then is outdated. */
function nextVersion(definition: RecordDefinition, rowId: number) {
  const sameRow = sql`${entries.record} = ${pathOf(definition)} and ${entries.rowId} = ${rowId}`;
  return sql`coalesce((select max(${entries.version}) from ${entries} where ${sameRow}), 0) + 1`;
}

function updates(tx: Transaction, definition: RecordDefinition, list: readonly Change[], edit: Edit): Statement[] {
  const { table } = definition;
  const changed = list.filter(({ row, now }) => row && now);
  if (changed.length === 0) return [];
  return [
    ...changed.map(({ id, row, now }) => {
      // A row that only moves keeps its version, as in a new order: a form that is open somewhere can still be saved.
      const isMoved = row && now && !hasOtherFields(definition, row, now);
      const version = (now?.version ?? 0) + (isMoved ? 0 : 1);
      return tx
        .update(table)
        .set({ ...row, version })
        .where(eq(table.id, id));
    }),
    recordStates(tx, definition, isIn(definition, changed), edit, 'save'),
  ];
}

function deletions(tx: Transaction, definition: RecordDefinition, list: readonly Change[], edit: Edit): Statement[] {
  const rows = isIn(
    definition,
    list.filter(({ row }) => !row),
  );
  if (list.every(({ row }) => row)) return [];
  return [
    recordDeletion(tx, definition, rows, edit),
    ...recordDescendantDeletions(tx, definition, rows, edit),
    tx.delete(definition.table).where(rows),
  ];
}

function isIn({ table }: RecordDefinition, list: readonly Change[]) {
  return isOneOf(
    table.id,
    list.map(({ id }) => id),
  );
}
