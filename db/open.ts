import type { DatabaseEvents, DatabasePlace, OpenDatabase } from './database.ts';
import { dialect } from './dialect.ts';

/**
 * Opens the database (the SQLite file is made with its folder when missing) and applies the migrations it has not seen.
 * Throws a DatabaseError when Postgres cannot be reached or does not fit.
 */
export async function openDatabase(place: DatabasePlace, events: DatabaseEvents = {}): Promise<OpenDatabase> {
  // The tables are made for one dialect when they are loaded.
  if ((dialect === 'postgres') !== (place.databaseUrl !== null))
    throw new TypeError('DATABASE_URL must be in the environment when the program starts');
  if (place.databaseUrl === null) return (await import('./sqlite/open.ts')).openSqlite(place.dataDir);
  return (await import('./postgres/open.ts')).openPostgres(place.databaseUrl, events);
}
