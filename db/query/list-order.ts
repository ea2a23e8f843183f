import { eq, type SQL, sql } from 'drizzle-orm';
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';

/** A list of rows in an order that users change. */
export interface OrderedList {
  table: SQLiteTable & { id: AnySQLiteColumn };
  /** Selects the rows of the list. Undefined: all rows of the table. */
  where: SQL | undefined;
  /** The columns that sort the list. */
  by: SQL;
}

/** True if the list has exactly these rows in this order. Makes an update conditional. */
export function isInOrder({ table, where, by }: OrderedList, ids: readonly number[]): SQL {
  const rows = where ? sql`from ${table} where ${where}` : sql`from ${table}`;
  const ranked = sql`select ${table.id} as id, row_number() over (order by ${by}) as place ${rows}`;
  const inPlace = sql`(select count(*) from (${ranked}) as ranked where place = ${placeIn(sql`ranked.id`, ids)})`;
  return sql`${eq(inPlace, ids.length)} and ${eq(sql`(select count(*) ${rows})`, ids.length)}`;
}

/** Position of a row's id in the list of ids, counted from 1. Null: the id is not in the list. */
export function placeIn(id: SQL | AnySQLiteColumn, ids: readonly number[]): SQL {
  const cases = ids.map((known, index) => sql`when ${known} then ${sql.raw(String(index + 1))}`);
  return sql`case ${id} ${sql.join(cases, sql` `)} end`;
}
