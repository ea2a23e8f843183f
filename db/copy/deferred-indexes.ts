import type pg from 'pg';

/** Statements that remove an index or a constraint, and add it again as it was. */
interface Deferred {
  removal: string;
  addition: string;
}

// Foreign keys, then indexes. The indexes of primary keys and unique constraints stay: the first are written in order.
const foreignKeys = `select format('alter table %s drop constraint %I', conrelid::regclass, conname) removal,
  format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) addition
  from pg_constraint where contype = 'f' and conrelid = any ($1::regclass[])`;
const indexes = `select format('drop index %s', indexrelid::regclass) removal, pg_get_indexdef(indexrelid) addition
  from pg_index where indrelid = any ($1::regclass[])
  and not exists (select from pg_constraint where conindid = indexrelid and contype <> 'f')`;

/**
 * Removes foreign keys and indexes of the tables, and returns the function that adds them again: building an index once
 * takes a fraction of the time of extending the index with each row. Both must run in one transaction.
 */
export async function deferIndexes(client: pg.PoolClient, tables: readonly string[]): Promise<() => Promise<void>> {
  const deferred: Deferred[] = [];
  for (const query of [foreignKeys, indexes]) {
    const { rows } = await client.query<Deferred>(query, [tables.map((name) => `"${name}"`)]);
    for (const { removal } of rows) await client.query(removal);
    // Indexes come back before the foreign keys.
    deferred.unshift(...rows);
  }
  return async () => {
    for (const { addition } of deferred) await client.query(addition);
  };
}
