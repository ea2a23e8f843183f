import { and, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { id } from '../../contract/fields.ts';
import type { Database } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { nextRevision } from '../../db/query/content-revision.ts';
import { isOneOf } from '../../db/query/json-rows.ts';
import { isInOrder, placeIn } from '../../db/query/list-order.ts';
import { conflict } from '../errors.ts';
import type { Edit } from './edit.ts';
import { recordFound, recordStates } from './history-entries.ts';
import { parentColumn } from './read.ts';
import type { RecordDefinition } from './record.ts';
import { revisionOf, type Written } from './write.ts';

const rowIds = z
  .array(id)
  .min(1)
  .max(1000)
  .refine((ids) => new Set(ids).size === ids.length, 'Ids must be unique');

/** The new order of a list, and the order that the user saw. */
export const newOrder = z
  .object({ ids: rowIds, from: rowIds })
  .refine(({ ids, from }) => ids.length === from.length && new Set([...ids, ...from]).size === ids.length, {
    message: 'The new order must contain the same ids as the old one',
    path: ['ids'],
  });

export type NewOrder = z.infer<typeof newOrder>;

/** The list is not in the order that the user saw: a row was added, deleted or moved. */
export const listChanged = () =>
  conflict('Someone else has changed this list in the meantime. It is shown as it is now.');

/** How a list keeps its order. */
export interface Ordering {
  /** The columns that sort the list. */
  by: SQL;
  /** The values of a row that moves to `place`, counted from 1. */
  set(place: SQL): Record<string, SQL>;
}

/** The position of a record, which is not a field of its form. */
function ownPosition({ table }: RecordDefinition): Ordering {
  return { by: sql`${table.position}, ${table.id}`, set: (place) => ({ position: place }) };
}

/**
 * Puts the rows of a list into a new order, all or none, and records the change. Throws a conflict if the list is not in
 * the order that the user saw.
 */
export async function reorderRows(
  db: Database,
  definition: RecordDefinition,
  { ids, from }: NewOrder,
  edit: Edit,
  { by, set }: Ordering = ownPosition(definition),
): Promise<Written> {
  const { table } = definition;
  const rows = isOneOf(table.id, ids);
  const list = { table, where: inSameList(definition, from), by };
  const [counted, , moved] = await atomically(db, (tx) => [
    // Comes first: on Postgres two new orders of one list wait for each other here, and the second one sees the first.
    nextRevision(tx),
    recordFound(tx, definition, rows, edit),
    tx
      .update(table)
      .set(set(placeIn(table.id, ids)))
      .where(and(rows, isInOrder(list, from)))
      .returning({ id: table.id }),
    recordStates(tx, definition, rows, edit, 'reorder'),
  ]);
  if (moved.length === 0) throw listChanged();
  edit.recordChange({ record: definition.name, before: { order: from }, after: { order: ids } });
  return revisionOf(counted);
}

/** Rows of the same parent. Undefined: the records have no parent and make one list. */
function inSameList(definition: RecordDefinition, [first]: readonly number[]): SQL | undefined {
  if (!definition.parent) return undefined;
  const parentId = parentColumn(definition);
  const { table } = definition;
  return sql`${parentId} = (select ${parentId} from ${table} where ${table.id} = ${first})`;
}
