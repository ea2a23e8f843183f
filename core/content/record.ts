import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { z } from 'zod';
import { castTo } from '../../contract/cast.ts';

/** A table made with `recordColumns()`. */
export type RecordTable = SQLiteTable & {
  id: AnySQLiteColumn<{ data: number; notNull: true }>;
  version: AnySQLiteColumn<{ data: number; notNull: true }>;
  isActive: AnySQLiteColumn<{ data: boolean; notNull: true }>;
  position: AnySQLiteColumn<{ data: number; notNull: true }>;
};

/** A table whose rows belong to a parent row. */
export type ChildTable = RecordTable & { parentId: AnySQLiteColumn };

/** The editable columns: all except those that core/content maintains. */
type Values<Table extends RecordTable> = Omit<Table['$inferInsert'], 'id' | 'version' | 'position' | 'parentId'>;

/** A schema whose output fits the table's editable columns exactly. */
export type ValuesSchema<Table extends RecordTable> = z.ZodObject<z.core.$ZodShape> & z.ZodType<Values<Table>>;

/** A section's declaration of a record: its name in messages, its table and its schema. */
interface Declaration<Table extends RecordTable, Schema extends z.ZodObject, Parent extends string | null> {
  readonly name: string;
  readonly table: Table;
  readonly schema: Schema;
  /** Key of the parent record in the same section. */
  readonly parentKey: Parent;
}

/** An editable record. tRPC procedures and page content use the path `<section>.<key>`. */
export interface RecordDefinition<
  Table extends RecordTable = RecordTable,
  Schema extends z.ZodObject = z.ZodObject,
  Parent extends string | null = string | null,
> extends Declaration<Table, Schema, Parent> {
  readonly section: string;
  readonly key: string;
  readonly parent: RecordDefinition | null;
}

/** Declares a record without a parent, such as a section's heading. */
export function record<Table extends RecordTable, Schema extends ValuesSchema<Table>>(
  name: string,
  table: Table,
  schema: Schema,
): Declaration<Table, Schema, null> {
  return { name, table, schema, parentKey: null };
}

/** Declares a child record; its rows are published only while their parent is. */
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

/** The definitions of the declared records, under the same keys. */
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

/** Adds section, key and parent to each declaration; throws if a parent is not declared before its child. */
export function defineRecords<const Declared extends Declarations>(declared: Declared): Defined<Declared> {
  const defined: Record<string, Record<string, RecordDefinition>> = {};
  for (const [section, records] of Object.entries(declared)) {
    const inSection: Record<string, RecordDefinition> = {};
    for (const [key, declaration] of Object.entries(records)) {
      const parent = declaration.parentKey === null ? null : inSection[declaration.parentKey];
      if (parent === undefined) throw new TypeError(`${section}.${key} has an undeclared parent`);
      inSection[key] = { ...declaration, section, key, parent };
    }
    defined[section] = inSection;
  }
  // Object.entries loses the keys' types; each definition keeps the types of its declaration.
  return castTo<Defined<Declared>>(defined);
}
