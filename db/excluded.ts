import { type SQL, sql } from 'drizzle-orm';

/** The `set` of an upsert: each named column takes the value that the conflicting insert brought. */
export function excluded<Column extends string>(...columns: readonly Column[]): Partial<Record<Column, SQL>> {
  const set: Partial<Record<Column, SQL>> = {};
  for (const column of columns) set[column] = sql.raw(`excluded."${snakeCase(column)}"`);
  return set;
}

/** A column's name in the database, as the `snake_case` setting of db/open.ts makes it. */
function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
