import { type SQL, sql } from 'drizzle-orm';
import { castTo } from '../../contract/cast.ts';

/** The `set` of an upsert: each named column takes the value that the conflicting insert brought. */
export function excluded<Column extends string>(...columns: readonly Column[]): Record<Column, SQL> {
  const set = columns.map((column) => [column, sql.raw(`excluded."${snakeCase(column)}"`)]);
  return castTo<Record<Column, SQL>>(Object.fromEntries(set));
}

/** A column's name in the database, as the `snake_case` setting of db/open.ts makes it. */
function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
