import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { DatabaseError } from '../database.ts';
import type { Dialect } from '../dialect.ts';

/**
 * Refuses data that a newer version of the product has written: there is no way back down. `newest` is when the last
 * migration was made that it has seen, in milliseconds as `__drizzle_migrations` keeps it.
 */
export function requireKnownVersion(dialect: Dialect, newest: number): void {
  const migrations = readMigrationFiles({ migrationsFolder: join(import.meta.dirname, '..', 'migrations', dialect) });
  const known = Math.max(...migrations.map(({ folderMillis }) => folderMillis));
  if (newest > known)
    throw new DatabaseError('The backup is of a newer version of the product: install that one first.');
}
