import * as pg from 'drizzle-orm/pg-core';
import { castTo } from '../../contract/cast.ts';
import { storable } from '../query/storable.ts';

// Columns of Postgres that hold the same JavaScript values as SQLite's, whatever the database was created with.

/** Text that is compared and sorted by its bytes, as SQLite does, and not by the language of the database. */
class ByteText extends pg.PgText<TextConfig> {
  override getSQLType(): string {
    return 'text COLLATE "C"';
  }
  override mapToDriverValue(value: unknown): unknown {
    return typeof value === 'string' ? storable(value) : value;
  }
}

type TextConfig = {
  name: '';
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

class ByteTextBuilder extends pg.PgTextBuilder<TextConfig> {
  // Drizzle calls it when the table is made; its types do not show it.
  build(table: pg.PgTable): ByteText {
    return new ByteText(table, castTo<ConstructorParameters<typeof ByteText>[1]>(this.config));
  }
}

/** Text. */
export const text = () => new ByteTextBuilder('', {});

/** Text that is one of the given values. */
export const choice = (values: readonly [string, ...string[]]) => new ByteTextBuilder('', { enum: [...values] });

/** Whole number of 32 bits. */
export const count = () => pg.integer();

/** Generated numeric primary key. */
export const id = () => pg.integer().primaryKey().generatedByDefaultAsIdentity();

/** True or false. */
export const flag = () => pg.boolean();

/** Point in time, to the millisecond. */
export const instant = () => pg.timestamp({ withTimezone: true, precision: 3, mode: 'date' });

/** Bytes as a Buffer. */
export const bytes = () => bytea();
const bytea = pg.customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** JSON kept as it was written: the order of keys stays, and so do escapes that `jsonb` refuses. */
export const json = () => jsonText();
const jsonText = pg.customType<{ data: unknown }>({
  dataType: () => 'json',
  toDriver: (value) => JSON.stringify(value),
});

export { index, pgTable as table, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core';
