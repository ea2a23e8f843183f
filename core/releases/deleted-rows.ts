import { z } from 'zod';
import type { Database } from '../../db/database.ts';
import { type ContentRow, contentRow } from '../content/content-source.ts';
import { historyFields, pathOf } from '../content/history-entries.ts';
import { allRows } from '../content/read.ts';
import type { RecordDefinition } from '../content/record.ts';
import { allRecords } from '../content/records.ts';

/** A row that a release deletes, as it was when the deletion was begun. */
const deletedRow = z.object({ record: z.string(), id: z.number(), values: z.record(z.string(), z.unknown()) });

export type DeletedRow = z.output<typeof deletedRow>;

/** The rows of a stored deletion. */
export function deletedRows(base: Readonly<Record<string, unknown>>): DeletedRow[] {
  return z.array(deletedRow).parse(base.rows);
}

/** A row with all its descendants. */
export async function withDescendants(
  db: Database,
  definition: RecordDefinition,
  row: ContentRow,
): Promise<DeletedRow[]> {
  const values = Object.fromEntries(historyFields(definition).map(([name]) => [name, row[name]]));
  const found = [{ record: pathOf(definition), id: row.id, values }];
  for (const child of allRecords.filter(({ parent }) => parent === definition))
    for (const childRow of await allRows(db, child, row.id))
      found.push(...(await withDescendants(db, child, contentRow(childRow))));
  return found;
}

/** The rows of one list that the other list lacks or has with other values. */
export function differingRows(rows: readonly DeletedRow[], others: readonly DeletedRow[]): DeletedRow[] {
  const known = new Map(others.map((row) => [`${row.record} ${row.id}`, JSON.stringify(row.values)]));
  return rows.filter((row) => known.get(`${row.record} ${row.id}`) !== JSON.stringify(row.values));
}
