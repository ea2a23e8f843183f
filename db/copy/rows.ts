import { asc, type SQL, sql } from 'drizzle-orm';
import { castTo } from '../../contract/cast.ts';
import type { Database } from '../database.ts';
import type { CopiedTable } from './tables.ts';

/** A row with its values as the product knows them. */
export type Row = Record<string, unknown>;

/** Rows read and written at a time. */
const portion = 500;
/** The same where rows hold pictures, of up to 1.5 MB. */
const portionOfPictures = 8;

/** All rows of a table in the order of its primary key, in portions that fit in memory. */
export async function* portionsOf(db: Database, described: CopiedTable): AsyncGenerator<Row[]> {
  const { table, columns, key } = described;
  const size = 'bytes' in columns ? portionOfPictures : portion;
  const keyColumns = key.map((name) => columnOf(described, name));
  const order = keyColumns.map((column) => asc(column));
  for (let last: Row | undefined; ; ) {
    const rows: Row[] = await db
      .select()
      .from(table)
      .where(last && behind(described, last))
      .orderBy(...order)
      .limit(size);
    if (rows.length > 0) yield rows;
    last = rows.at(-1);
    if (!last || rows.length < size) return;
  }
}

/** True of rows that come after the given one. */
function behind(described: CopiedTable, row: Row): SQL {
  const names = sql.join(
    described.key.map((name) => sql`${columnOf(described, name)}`),
    sql`, `,
  );
  const values = sql.join(
    described.key.map((name) => sql`${sql.param(row[name], columnOf(described, name))}`),
    sql`, `,
  );
  return sql`(${names}) > (${values})`;
}

function columnOf({ columns, name: table }: CopiedTable, name: string) {
  const column = columns[name];
  if (!column) throw new TypeError(`${table} has no ${name}`);
  return column;
}

/** Rows as an insert takes them: every value was read from a table with the same columns. */
export function asInserted(rows: readonly Row[]) {
  return castTo<never[]>(rows);
}
