// Every use of what Drizzle's public types do not show. Checked against drizzle-orm 0.45.4;
// tests/db/drizzle-internals.test.ts fails if a later version lacks one of them.
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import * as pg from 'drizzle-orm/pg-core';
import { castTo } from '../contract/cast.ts';
import type { Database } from './database.ts';
import { storableText } from './dialect.ts';

/** A Postgres database under the types of SQLite's. Both build the same queries from the calls that the product makes. */
export function withSqliteTypes(db: NodePgDatabase): Database {
  // The product is written once, against SQLite's types; Drizzle has no type that covers both.
  return castTo<Database>(db);
}

/** The connection of a database, or of a statement: a statement runs on the session that it was built with. */
export function sessionOf(built: object): unknown {
  if (!('session' in built)) throw new TypeError('Drizzle does not show the session of a statement any more');
  return built.session;
}

/**
 * Has Drizzle pass errors of Postgres on as they are. Its DrizzleQueryError has the query with all its values in the
 * message, and the `detail` of Postgres has rows: logs and screens must not show either.
 */
export function passPostgresErrors(): void {
  const method = 'queryWithCache';
  if (!(method in pg.PgPreparedQuery.prototype)) throw new TypeError(`Drizzle has no ${method} any more`);
  Object.defineProperty(pg.PgPreparedQuery.prototype, method, {
    configurable: true,
    writable: true,
    value: async (_query: string, _values: unknown[], run: () => Promise<unknown>) => {
      try {
        return await run();
      } catch (error) {
        if (error instanceof Error && 'detail' in error) delete error.detail;
        throw error;
      }
    },
  });
}

type TextConfig = {
  name: string;
  tableName: string;
  dataType: 'string';
  columnType: 'PgText';
  data: string;
  driverParam: string;
  enumValues: [string, ...string[]];
  notNull: false;
  hasDefault: false;
  isPrimaryKey: false;
  isAutoincrement: false;
  hasRuntimeDefault: false;
  generated: undefined;
};

/** Postgres text that is compared and sorted by its bytes, as SQLite does, and not by the language of the database. */
class ByteText extends pg.PgText<TextConfig> {
  override getSQLType(): string {
    return 'text COLLATE "C"';
  }
  override mapToDriverValue(value: unknown): unknown {
    return typeof value === 'string' ? storableText(value) : value;
  }
}

/**
 * Builds columns of ByteText. Drizzle's own `customType` could set type and encoding too, but makes a column of the data
 * type `custom`, which has no list of values.
 */
export class ByteTextBuilder extends pg.PgTextBuilder<TextConfig> {
  /** Drizzle calls the method when it makes a table. */
  build(table: pg.PgTable): ByteText {
    // The builder's finished configuration is what the column takes, under another type.
    return new ByteText(table, castTo<ConstructorParameters<typeof ByteText>[1]>(this.config));
  }
}
