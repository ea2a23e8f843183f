import type { DatabaseEvents, DatabasePlace, OpenDatabase } from './database.ts';
import { dialect } from './dialect.ts';

/**
 * Opens the database and applies the migrations it lacks. Creates the SQLite file if it is missing. Throws a
 * DatabaseError if Postgres does not answer or does not meet the requirements.
 */
export async function openDatabase(place: DatabasePlace, events: DatabaseEvents = {}): Promise<OpenDatabase> {
  // The tables are built for one dialect when their modules load.
  if ((dialect === 'postgres') !== (place.databaseUrl !== null))
    throw new TypeError('DATABASE_URL must be in the environment when the program starts');
  if (place.databaseUrl === null) return (await import('./sqlite/open.ts')).openSqlite(place.dataDir);
  return (await import('./postgres/open.ts')).openPostgres(place.databaseUrl, events);
}
