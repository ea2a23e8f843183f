import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { DatabaseError } from '../database.ts';
import type { Dialect } from '../dialect.ts';

/**
 * Refuses a backup of a newer version of the product, because migrations only go up. `newest` is the time of the backup's
 * last migration, in milliseconds as in `__drizzle_migrations`.
 */
export function requireKnownVersion(dialect: Dialect, newest: number): void {
  const migrations = readMigrationFiles({ migrationsFolder: join(import.meta.dirname, '..', 'migrations', dialect) });
  const known = Math.max(...migrations.map(({ folderMillis }) => folderMillis));
  if (newest > known)
    throw new DatabaseError('The backup is of a newer version of the product: install that one first.');
}
