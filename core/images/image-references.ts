import { getTableColumns } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import { fieldInfo } from '../../contract/fields.ts';
import { allRecords } from '../content/records.ts';

/** Every column that refers to a stored picture: the fields with a picture slot. A picture without a reference is unused. */
export const imageColumns: readonly AnySQLiteColumn[] = allRecords.flatMap(({ table, schema }) => {
  const columns: Record<string, AnySQLiteColumn> = getTableColumns(table);
  return Object.entries(schema.shape).flatMap(([name, field]) => {
    const column = columns[name];
    return column && fieldInfo.get(field)?.slot ? [column] : [];
  });
});
