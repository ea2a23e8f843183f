import { type AnyColumn, and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { HistoryAction } from '../../contract/history.ts';
import type { Database, Statement, Transaction } from '../../db/database.ts';
import { dialect } from '../../db/dialect.ts';
import { atomically } from '../../db/query/atomically.ts';
import { nextRevision, revisionNow } from '../../db/query/content-revision.ts';
import { insertSelected } from '../../db/query/insert-selected.ts';
import { isJustWritten } from '../../db/query/just-written.ts';
import { given, prepared } from '../../db/query/prepared.ts';
import { contentHistory } from '../../db/schema/history.ts';
import { contentRow } from './content-source.ts';
import type { Edit } from './edit.ts';
import { parentColumn } from './read.ts';
import type { RecordDefinition } from './record.ts';
import { allRecords } from './records.ts';

// The database builds the entries from the rows in the transaction of the change, so that an entry shows exactly the
// stored state, also of a concurrent change.

/** The record's path in procedures and in the history, such as `features.items`. */
export function pathOf({ section, key }: RecordDefinition): string {
  return `${section}.${key}`;
}

/** The author of an entry, its time and cause. */
type Author = Omit<Edit, 'recordChange'>;

/** Columns with an own column in the history. */
const ownColumns = new Set(['id', 'version', 'position']);

/** The fields of a record's rows in the history: every column that has no own column there. */
export function historyFields({ table }: RecordDefinition): [name: string, column: AnyColumn][] {
  return Object.entries(getTableColumns(table)).filter(([name]) => !ownColumns.has(name));
}

/** Adds an entry for each of these rows whose state differs from its newest entry. */
export function recordStates(
  tx: Pick<Transaction, 'insert'>,
  definition: RecordDefinition,
  where: SQL | undefined,
  edit: Author,
  action: HistoryAction,
) {
  const isNew = sql`not ${isKnown(definition)}`;
  return addEntries(tx, definition, where ? sql`${where} and ${isNew}` : isNew, edit, action);
}

/** Adds the entry of a row that the statement directly before has updated; nothing if that statement did not find the row. */
export function recordUpdate(tx: Pick<Transaction, 'insert'>, definition: RecordDefinition, id: number, edit: Author) {
  const { table } = definition;
  return addEntries(tx, definition, sql`${table.id} = ${id} and ${isJustWritten(table)}`, edit, 'save');
}

/** True for a row whose state is that of its newest entry. */
function isKnown(definition: RecordDefinition) {
  const { table } = definition;
  const state = sql`case ${contentHistory.action} when 'delete' then '' else
    ${contentHistory.version} || ',' || ${contentHistory.position} end`;
  const newest = sql`(select ${state} from ${contentHistory}
    where ${contentHistory.record} = ${pathOf(definition)} and ${contentHistory.rowId} = ${table.id}
    order by ${contentHistory.id} desc limit 1)`;
  return sql<boolean | number>`(coalesce(${newest}, '') = ${table.version} || ',' || ${table.position})`;
}

const foundAt = (at: Date): Author => ({ userId: null, userName: '', at, cause: 'start' });

const knownRows = new WeakMap<RecordDefinition, ReturnType<typeof knownRowOf>>();

function knownRowOf({ table, ...definition }: RecordDefinition) {
  return prepared<(object & { isKnown: boolean | number })[]>((db) =>
    db
      .select({ ...getTableColumns(table), isKnown: isKnown({ table, ...definition }) })
      .from(table)
      .where(eq(table.id, given('id', table.id))),
  );
}

/** A row before its change. The history knows the row as it is, unless an older version of the product has changed it. */
export async function findRowToChange(db: Database, definition: RecordDefinition, id: number, { at }: Edit) {
  const read = knownRows.get(definition) ?? knownRowOf(definition);
  knownRows.set(definition, read);
  const [found] = await read(db, { id });
  if (!found) return undefined;
  const { isKnown, ...row } = found;
  if (!isKnown) await recordStates(db, definition, eq(definition.table.id, id), foundAt(at), 'save');
  return contentRow(row);
}

/** Adds an entry for each of these rows that the history does not know as it is. Belongs before a change of the rows. */
export function recordFound(tx: Pick<Transaction, 'insert'>, definition: RecordDefinition, where: SQL, { at }: Edit) {
  return recordStates(tx, definition, where, foundAt(at), 'save');
}

/** Adds the entries of a deletion of these rows. Belongs before the deletion. */
export function recordDeletion(
  tx: Pick<Transaction, 'insert'>,
  definition: RecordDefinition,
  where: SQL,
  edit: Author,
) {
  return addEntries(tx, definition, where, edit, 'delete').returning({ values: contentHistory.values });
}

/** The statements that record the deletion of the descendants of these rows. Belong before the deletion. */
export function recordDescendantDeletions(
  tx: Pick<Transaction, 'insert'>,
  definition: RecordDefinition,
  where: SQL,
  edit: Edit,
): Statement[] {
  return allRecords
    .filter(({ parent }) => parent === definition)
    .flatMap((child) => {
      const ofParents = sql`${parentColumn(child)} in (select ${definition.table.id} from ${definition.table} where ${where})`;
      return [
        recordFound(tx, child, ofParents, edit),
        recordDeletion(tx, child, ofParents, edit),
        ...recordDescendantDeletions(tx, child, ofParents, edit),
      ];
    });
}

/** Adds every row that the history does not know as it is. */
export async function recordAllFound(db: Database, at: Date): Promise<void> {
  // The revision comes first, as in every content write: no entry gets an id behind a change that came later.
  await atomically(db, (tx) => [
    nextRevision(tx),
    ...allRecords.map((definition) => recordStates(tx, definition, undefined, foundAt(at), 'save')),
  ]);
}

/** The content revision that created a row; null if the history does not know. */
export async function creationOf(db: Database, definition: RecordDefinition, rowId: number): Promise<number | null> {
  const [created] = await db
    .select({ revision: contentHistory.revision })
    .from(contentHistory)
    .where(
      and(
        eq(contentHistory.record, pathOf(definition)),
        eq(contentHistory.rowId, rowId),
        eq(contentHistory.action, 'create'),
      ),
    );
  return created?.revision ?? null;
}

function addEntries(
  tx: Pick<Transaction, 'insert'>,
  definition: RecordDefinition,
  where: SQL,
  { userId, userName, at, cause }: Author,
  action: HistoryAction,
) {
  const { table } = definition;
  const entry = {
    revision: revisionNow,
    record: pathOf(definition),
    rowId: table.id,
    action,
    cause,
    at,
    userId,
    userName,
    version: table.version,
    position: table.position,
    values: valuesOf(definition),
  };
  return insertSelected(tx, contentHistory, entry, sql`${table} where ${where}`);
}

/** A row's fields as a JSON object. */
function valuesOf(definition: RecordDefinition): SQL {
  const pairs = historyFields(definition).map(([name, column]) => {
    const isFlag = dialect === 'sqlite' && column.dataType === 'boolean';
    const value = isFlag ? sql`json(case when ${column} then 'true' else 'false' end)` : sql`${column}`;
    return sql`${sql.raw(`'${name}'`)}, ${value}`;
  });
  return sql`${sql.raw(dialect === 'postgres' ? 'json_build_object' : 'json_object')}(${sql.join(pairs, sql`, `)})`;
}
