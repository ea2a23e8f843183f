import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Database, DatabaseError } from '../database.ts';
import { type Dialect, dialect } from '../dialect.ts';

/** Drizzle's list of the migrations in a folder. */
const journal = z.object({ entries: z.array(z.object({ when: z.number() })) });

/** Time of the newest migration of this version of the product, in milliseconds as in `__drizzle_migrations`. */
export function newestKnownMigration(of: Dialect = dialect): number {
  const file = join(import.meta.dirname, of, 'meta', '_journal.json');
  const { entries } = journal.parse(JSON.parse(readFileSync(file, 'utf8')));
  return Math.max(...entries.map(({ when }) => when));
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
