import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import pg from 'pg';

const columns = 'revision, record, row_id, action, cause, at, user_id, user_name, version, position, "values"';

/**
 * The statement that gives the history `count` older entries: the rows of the sample content as the history found them, by
 * turns, so that every row has thousands of entries and its newest one is as the row is.
 */
function copies(count: number, numbers: string): string {
  return `insert into content_history (${columns})
    select ${columns} from content_history cross join (${numbers}) numbers
    where n <= 1 + ${count} / (select count(*) from content_history) order by n, id`;
}

/** Adds entries to the history of a stopped installation. */
export function fillSqlite(dataDir: string, count: number): void {
  const connection = new Sqlite(join(dataDir, 'vitrine.sqlite'));
  const numbers =
    'with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 100000) select n from numbers';
  connection.exec(copies(count, numbers));
  connection.close();
}

/** Adds entries to the history in a PostgreSQL database, whose statistics PostgreSQL renews by itself after a while. */
export async function fillPostgres(connectionString: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(copies(count, 'select n from generate_series(1, 100000) as n'));
  await client.query('analyze');
  await client.end();
}
