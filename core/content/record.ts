import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { z } from 'zod';
import { castTo } from '../../contract/cast.ts';

/** A table made with `recordColumns()`. */
export type RecordTable = SQLiteTable & {
  id: AnySQLiteColumn;
  version: AnySQLiteColumn;
  isActive: AnySQLiteColumn;
  position: AnySQLiteColumn;
};

/** A table whose rows belong to a row of another one. */
export type ChildTable = RecordTable & { parentId: AnySQLiteColumn };

/** The columns a person fills in: all but those the kernel keeps itself. */
type Values<Table extends RecordTable> = Omit<Table['$inferInsert'], 'id' | 'version' | 'position' | 'parentId'>;

/** Fields a record's schema must produce: exactly what the table's columns take. */
export type ValuesSchema<Table extends RecordTable> = z.ZodObject<z.core.$ZodShape> & z.ZodType<Values<Table>>;

/** A record as a section declares it: what messages call it, its table, its rules, the record it belongs to. */
interface Declaration<Table extends RecordTable, Schema extends z.ZodObject, Parent extends string | null> {
  readonly name: string;
  readonly table: Table;
  readonly schema: Schema;
  /** Key of the record it belongs to, in the same section. */
  readonly parentKey: Parent;
}

/** An editable record. Its procedures are `<section>.<key>`, and the page's content uses the same names. */
export interface RecordDefinition<
  Table extends RecordTable = RecordTable,
  Schema extends z.ZodObject = z.ZodObject,
  Parent extends string | null = string | null,
> extends Declaration<Table, Schema, Parent> {
  readonly section: string;
  readonly key: string;
  readonly parent: RecordDefinition | null;
}

/** Declares a record that belongs to no other, such as a section's heading. */
export function record<Table extends RecordTable, Schema extends ValuesSchema<Table>>(
  name: string,
  table: Table,
  schema: Schema,
): Declaration<Table, Schema, null> {
  return { name, table, schema, parentKey: null };
}

/** Declares a record that belongs to another one of its section; visitors see it only while they see that one. */
export function childOf<Parent extends string, Table extends ChildTable, Schema extends ValuesSchema<Table>>(
  parentKey: Parent,
  name: string,
  table: Table,
  schema: Schema,
): Declaration<Table, Schema, Parent> {
  return { name, table, schema, parentKey };
}

type AnyDeclaration = Declaration<RecordTable, z.ZodObject, string | null>;
type Declarations = Record<string, Record<string, AnyDeclaration>>;

/** The declared records with their places in the map. */
export type Defined<Declared> = {
  readonly [Section in keyof Declared]: {
    readonly [Key in keyof Declared[Section]]: Declared[Section][Key] extends Declaration<
      infer Table,
      infer Schema,
      infer Parent
    >
      ? RecordDefinition<Table, Schema, Parent>
      : never;
  };
};

/** Gives each declared record its section, its key and its parent; throws for a parent that is not declared before. */
export function defineRecords<const Declared extends Declarations>(declared: Declared): Defined<Declared> {
  const defined: Record<string, Record<string, RecordDefinition>> = {};
  for (const [section, records] of Object.entries(declared)) {
    const inSection: Record<string, RecordDefinition> = {};
    for (const [key, declaration] of Object.entries(records)) {
      const parent = declaration.parentKey === null ? null : inSection[declaration.parentKey];
      if (parent === undefined) throw new TypeError(`${section}.${key} belongs to a record that is not declared`);
      inSection[key] = { ...declaration, section, key, parent };
    }
    defined[section] = inSection;
  }
  // Object.entries loses the names; each declaration became the definition of its own table and schema.
  return castTo<Defined<Declared>>(defined);
}
