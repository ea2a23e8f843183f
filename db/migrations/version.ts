import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { type Database, DatabaseError } from '../database.ts';
import { type Dialect, dialect } from '../dialect.ts';

/** Time of the newest migration of this version of the product, in milliseconds as in `__drizzle_migrations`. */
export function newestKnownMigration(of: Dialect = dialect): number {
  const migrations = readMigrationFiles({ migrationsFolder: join(import.meta.dirname, of) });
  return Math.max(...migrations.map(({ folderMillis }) => folderMillis));
}

/** Time of the newest migration that was applied to the database; 0: none. Fails if the list of migrations is missing. */
export async function newestAppliedMigration(db: Database): Promise<number> {
  const applied = dialect === 'postgres' ? sql`drizzle.__drizzle_migrations` : sql`__drizzle_migrations`;
  const [row] = await db.select({ at: sql<number | string | null>`max(created_at)`.as('at') }).from(applied);
  return Number(row?.at ?? 0);
}

/**
 * Refuses a backup of a newer version of the product, because migrations only go up. `newest` is the time of the backup's
 * last migration, in milliseconds as in `__drizzle_migrations`.
 */
export function requireKnownVersion(of: Dialect, newest: number): void {
  if (newest > newestKnownMigration(of))
    throw new DatabaseError('The backup is of a newer version of the product: install that one first.');
}
