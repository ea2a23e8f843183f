import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { castTo } from '../../contract/cast.ts';
import { id } from '../../contract/fields.ts';
import type { Database } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { nextRevision } from '../../db/query/content-revision.ts';
import type { RecordChange } from '../audit/entries.ts';
import { conflict } from '../errors.ts';
import { parentColumn } from './read.ts';
import type { ChildTable, RecordDefinition } from './record.ts';

const wholeList = z
  .array(id)
  .min(1)
  .max(1000)
  .refine((ids) => new Set(ids).size === ids.length, 'No row stands in two places');

/** A list's new order, and the order the person saw: another one by now is a conflict. */
export const newOrder = z
  .object({ ids: wholeList, from: wholeList })
  .refine(({ ids, from }) => ids.length === from.length && new Set([...ids, ...from]).size === ids.length, {
    message: 'The new order holds other rows than the old one',
    path: ['ids'],
  });

/** Where a list keeps its order. */
export interface Ordering {
  /** The columns its rows are sorted by. */
  by: SQL;
  /** What is written into a row that comes to `place` (counted from 1). */
  set(place: SQL): Record<string, SQL>;
}

/** The place every record has, which is no field of its form. */
function ownPlace({ table }: RecordDefinition): Ordering {
  return { by: sql`${table.position}, ${table.id}`, set: (place) => ({ position: place }) };
}

/**
 * Puts the rows of a list into a new order, in one transaction: all of them or none, and records the change. Throws a conflict when the list is
 * no longer as the person saw it: a row was added, deleted or moved meanwhile.
 */
export async function reorderRows(
  db: Database,
  definition: RecordDefinition,
  { ids, from }: z.infer<typeof newOrder>,
  recordChange: RecordChange,
  { by, set }: Ordering = ownPlace(definition),
): Promise<void> {
  const { table } = definition;
  const siblings = sql`from ${table}${ownList(definition, from)}`;
  const ranked = sql`select ${table.id} as id, row_number() over (order by ${by}) as place ${siblings}`;
  const asSeen = sql`(select count(*) from (${ranked}) as ranked where place = ${places(sql`ranked.id`, from)})`;
  const [, moved] = await atomically(db, (tx) => [
    // First, so that on Postgres two orders of one list wait for each other here and the second one sees the first.
    nextRevision(tx),
    tx
      .update(table)
      .set(castTo<ChildTable['$inferInsert']>(set(places(sql`${table.id}`, ids))))
      .where(and(inArray(table.id, ids), eq(asSeen, ids.length), eq(sql`(select count(*) ${siblings})`, ids.length)))
      .returning({ id: table.id }),
  ]);
  if (castTo<unknown[]>(moved).length === 0)
    throw conflict('Someone else has changed this list meanwhile. It is shown as it is now.');
  recordChange({ record: definition.name, before: { order: from }, after: { order: ids } });
}

/** The rows that stand in one list with the given ones: those of the same parent, if they have one. */
function ownList(definition: RecordDefinition, [first]: readonly number[]): SQL {
  if (!definition.parent) return sql``;
  const parentId = parentColumn(definition);
  const { table } = definition;
  return sql` where ${parentId} = (select ${parentId} from ${table} where ${table.id} = ${first})`;
}

/** The place of a row in the list of ids; null when it is not there. */
function places(row: SQL, ids: readonly number[]): SQL {
  const cases = ids.map((id, place) => sql`when ${id} then ${sql.raw(String(place + 1))}`);
  return sql`case ${row} ${sql.join(cases, sql` `)} end`;
}
