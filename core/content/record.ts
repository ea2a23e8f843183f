import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { z } from 'zod';

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
export type Values<Table extends RecordTable> = Omit<Table['$inferInsert'], 'id' | 'version' | 'position' | 'parentId'>;

/** Fields a record's schema must produce: exactly what the table's columns take. */
export type ValuesSchema<Table extends RecordTable> = z.ZodObject<z.core.$ZodShape> & z.ZodType<Values<Table>>;

/** An editable record: its table, its rules, and what it belongs to. */
export interface RecordDefinition<Table extends RecordTable = RecordTable, Schema extends z.ZodObject = z.ZodObject> {
  /** What a message calls it. */
  name: string;
  table: Table;
  schema: Schema;
  parent: RecordDefinition | null;
}

/** Declares a record of its own, such as a section's heading. */
export function record<Table extends RecordTable, Schema extends ValuesSchema<Table>>(
  name: string,
  table: Table,
  schema: Schema,
): RecordDefinition<Table, Schema> {
  return { name, table, schema, parent: null };
}

/** Declares a record that belongs to another one; it is public only while that one is. */
export function childRecord<Table extends ChildTable, Schema extends ValuesSchema<Table>>(
  name: string,
  table: Table,
  schema: Schema,
  parent: RecordDefinition,
): RecordDefinition<Table, Schema> {
  return { name, table, schema, parent };
}
