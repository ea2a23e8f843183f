import { getTableColumns } from 'drizzle-orm';
import type { RecordDefinition } from './record.ts';

const blankByType = new Map<string, unknown>([
  ['number', 0],
  ['boolean', false],
]);

/** Values of a blank record: defaults, else empty texts, no pictures, inactive, the first option of each choice. */
export function blankValues({ table }: RecordDefinition): Record<string, unknown> {
  const columns = Object.entries(getTableColumns(table)).map(([name, column]) => {
    if (!column.notNull) return [name, null];
    return [name, column.default ?? blankByType.get(column.dataType) ?? column.enumValues?.[0] ?? ''];
  });
  return Object.fromEntries(columns);
}
