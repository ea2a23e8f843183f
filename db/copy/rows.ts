import { asc, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database.ts';
import type { CopiedTable } from './tables.ts';

/** A row with its values as the product has them. */
export type Row = Record<string, unknown>;

/** Rows of one batch. */
const batchSize = 500;
/** Rows of one batch in tables that hold pictures, of up to 1.5 MB each. */
const pictureBatchSize = 8;

/** Reads all rows of a table in the order of the primary key, in batches that fit in memory. */
export async function* batchesOf(db: Database, described: CopiedTable): AsyncGenerator<Row[]> {
  const { table, columns, key } = described;
  const size = 'bytes' in columns ? pictureBatchSize : batchSize;
  const keyColumns = key.map((name) => columnOf(described, name));
  const order = keyColumns.map((column) => asc(column));
  for (let last: Row | undefined; ; ) {
    const rows: Row[] = await db
      .select()
      .from(table)
      .where(last && isBehind(described, last))
      .orderBy(...order)
      .limit(size);
    if (rows.length > 0) yield rows;
    last = rows.at(-1);
    if (!last || rows.length < size) return;
  }
}

/** True for rows behind the given row. */
function isBehind(described: CopiedTable, row: Row): SQL {
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
