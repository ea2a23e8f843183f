import { and, eq, lte, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { contentHistory as entries } from '../../db/schema/history.ts';
import { blankValues } from '../content/blank-values.ts';
import { type ContentRow, contentOf, contentRow } from '../content/content-source.ts';
import { historyFields, pathOf } from '../content/history-entries.ts';
import type { RecordDefinition } from '../content/record.ts';
import type { StoredEntry } from './entries.ts';

/** The row that an entry describes. Fields that are newer than the entry have their blank value. */
export function rowAt(definition: RecordDefinition, { rowId, version, position, values }: StoredEntry): ContentRow {
  const fields = historyFields(definition).map(([name]) => name);
  const known = Object.fromEntries(fields.filter((name) => name in values).map((name) => [name, values[name]]));
  return contentRow({ ...blankValues(definition), ...known, id: rowId, version, position });
}

/** A record's newest entry of each row, up to an entry: the state of the record at that moment, deleted rows included. */
async function newestEntries(
  db: Database,
  definition: RecordDefinition,
  until: number,
): Promise<readonly StoredEntry[]> {
  const record = pathOf(definition);
  // Steps from row to row through the index, however many entries a row has.
  const next = sql`select min(row_id) from ${entries} where record = ${record}`;
  const newest = sql`(select max(id) from ${entries} where record = ${record} and row_id = known.row_id and id <= ${until})`;
  return db
    .select()
    .from(entries)
    .where(
      and(
        eq(entries.record, record),
        lte(entries.id, until),
        sql`${entries.id} in (
          with recursive known(row_id) as
            (${next} union all select (${next} and row_id > known.row_id) from known where known.row_id is not null)
          select ${newest} from known where known.row_id is not null)`,
      ),
    );
}

/** The page's content as it was after an entry. */
export function contentAt(db: Database, until: number) {
  const read = new Map<RecordDefinition, Promise<readonly ContentRow[]>>();
  return contentOf((definition) => {
    const known = read.get(definition) ?? rowsUntil(db, definition, until);
    read.set(definition, known);
    return known;
  });
}

/** A record's rows as they were after an entry. */
export async function rowsUntil(db: Database, definition: RecordDefinition, until: number): Promise<ContentRow[]> {
  const found = await newestEntries(db, definition, until);
  return found.filter(({ action }) => action !== 'delete').map((entry) => rowAt(definition, entry));
}
