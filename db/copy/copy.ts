import { getTableName } from 'drizzle-orm';
import type pg from 'pg';
import { type Database, DatabaseError, type DatabasePlace } from '../database.ts';
import { openPostgres } from '../postgres/open.ts';
import { inDatabaseTransaction, takeLock } from '../postgres/transaction.ts';
import { contentRevision } from '../schema/content.ts';
import { deferIndexes } from './deferred-indexes.ts';
import { openSource, type Source } from './source.ts';
import { type CopiedTable, tablesInOrder } from './tables.ts';
import { storedChecksum, writeTuples } from './target.ts';

/** The result for one table. */
export interface Copied {
  table: string;
  rows: number;
  /** Equal for equal rows in any order. */
  checksum: string;
  /** Texts with a NUL, which Postgres stores as U+FFFD. */
  replaced: number;
}

/**
 * Copies a SQLite installation into an empty Postgres database and reads everything back, in one transaction: a copy
 * that fails leaves the database as it was. `check` sees the copied rows before the commit. Throws a DatabaseError if the
 * file is in use or the database is not empty.
 */
export async function copyToPostgres(
  { dataDir, databaseUrl }: { [Key in keyof DatabasePlace]: NonNullable<DatabasePlace[Key]> },
  check: (db: Database) => Promise<void>,
): Promise<Copied[]> {
  const source = await openSource(dataDir);
  try {
    const target = await openPostgres(databaseUrl, {}, { pipeline: false });
    try {
      return await inDatabaseTransaction(target.db, async (tx, client) => {
        // A replica that starts now waits before it seeds the database.
        await takeLock(client, 'start');
        await client.query('set local idle_in_transaction_session_timeout = 0');
        const tables = tablesInOrder();
        await requireEmpty(tx, tables);
        const copied = await copyTables(source, client, tables);
        await setSequences(source, client, tables);
        await check(tx);
        return copied;
      });
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** An empty database has one row: the revision that opening the database writes. */
async function requireEmpty(tx: Database, tables: readonly CopiedTable[]): Promise<void> {
  for (const { name, table } of tables) {
    const rows = await tx.select().from(table).limit(2);
    const isNew = name === getTableName(contentRevision) && rows.length === 1 && rows[0]?.revision === 1;
    if (rows.length > 0 && !isNew)
      throw new DatabaseError(`The database of DATABASE_URL must be empty, but ${name} has rows.`);
  }
  await tx.delete(contentRevision);
}

async function copyTables(source: Source, client: pg.PoolClient, tables: readonly CopiedTable[]): Promise<Copied[]> {
  const addIndexes = await deferIndexes(
    client,
    tables.map(({ name }) => name),
  );
  const copied: Copied[] = [];
  for (const described of tables) {
    const { name } = described;
    const read = await writeTuples(client, described, source.tuples(name));
    const written = await storedChecksum(client, described);
    if (read.checksum !== `${written}`)
      throw new DatabaseError(`${name} changed when it was copied: ${read.checksum} became ${written}`);
    copied.push({ table: name, ...read });
  }
  await addIndexes();
  return copied;
}

/** Continues the ids of the source, so that no id is used twice, even if its row was deleted. */
async function setSequences(source: Source, client: pg.PoolClient, tables: readonly CopiedTable[]): Promise<void> {
  const last = await source.sequences();
  for (const { name } of tables) {
    const value = last[name];
    if (value) await client.query("select setval(pg_get_serial_sequence(quote_ident($1), 'id'), $2)", [name, value]);
  }
}
