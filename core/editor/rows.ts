import { eq, or } from 'drizzle-orm';
import { byDisplayOrder } from '../../contract/display-order.ts';
import type { Database } from '../../db/database.ts';
import { isOneOf } from '../../db/query/json-rows.ts';
import { clients } from '../../db/schema/clients.ts';
import { blankValues } from '../content/blank-values.ts';
import { type ContentRow, contentRow } from '../content/content-source.ts';
import { pathOf } from '../content/history-entries.ts';
import { allRows } from '../content/read.ts';
import type { RecordDefinition } from '../content/record.ts';
import { allRecords, isRecordPath, type RecordPath, records } from '../content/records.ts';
import { picturesIn } from '../images/page-pictures.ts';

/** All rows of a record, inactive ones too, in the order of their list. */
interface RecordRows {
  path: RecordPath;
  parentPath: RecordPath | null;
  /** Values of a blank row. */
  blank: Readonly<Record<string, unknown>>;
  rows: readonly ContentRow[];
}

/** Clients in the editor. The page shows few clients; an installation can monitor a million. */
const maxClients = 1000;

/** A record's rows in the editor: all of them, of the clients those shown on the home page and `alsoClients`. */
export async function editorRows(
  db: Database,
  definition: RecordDefinition,
  alsoClients: readonly number[],
): Promise<ContentRow[]> {
  if (definition !== records.clients.items) return (await allRows(db, definition)).map((row) => contentRow(row));
  const { id, position, displayOrder, showOnHomePage } = clients;
  const rows = await db
    .select()
    .from(clients)
    .where(or(eq(showOnHomePage, true), isOneOf(id, alsoClients)))
    .orderBy(displayOrder, position, id)
    .limit(maxClients);
  return byDisplayOrder(rows).map((row) => contentRow(row));
}

/** The rows of all records by their paths, and the pictures that they name. */
export async function allEditorRows(db: Database, rowsOf: (definition: RecordDefinition) => Promise<ContentRow[]>) {
  const all: RecordRows[] = [];
  for (const definition of allRecords) {
    const [path, parentPath] = [pathOf(definition), definition.parent && pathOf(definition.parent)];
    if (!isRecordPath(path) || (parentPath !== null && !isRecordPath(parentPath))) continue;
    all.push({ path, parentPath, blank: blankValues(definition), rows: await rowsOf(definition) });
  }
  return { records: all, images: await picturesIn(db, all) };
}
