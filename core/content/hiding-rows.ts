import { rowTitle } from '../../contract/row-title.ts';
import type { ContentSource } from './content-source.ts';
import type { EditedRow } from './page-rows.ts';
import type { Row } from './read.ts';
import type { RecordDefinition, RecordTable } from './record.ts';

/** A row that keeps the edited row off the page. */
export interface HidingRow {
  /** `inactive`: an inactive ancestor. `first`: the heading that the page shows, one per section. */
  reason: 'inactive' | 'first';
  section: string;
  /** Key of the record in its section. */
  record: string;
  id: number;
  /** Name of the record, and the row's title. */
  name: string;
  title: string;
}

/** The rows that keep the edited row, if it is active, off the page; the outermost first. */
export async function hidingRows(source: ContentSource, { definition, id, parentId }: EditedRow): Promise<HidingRow[]> {
  const found: HidingRow[] = [];
  let heading = definition;
  let headingId = id;
  for (let next = parentId; heading.parent && next !== undefined; ) {
    heading = heading.parent;
    headingId = next;
    const row = await source.find(heading, next);
    if (row && !row.isActive) found.unshift(hidingRow('inactive', heading, row));
    next = row && 'parentId' in row ? Number(row.parentId) : undefined;
  }
  if (heading.key !== 'heading') return found;
  const overrides = headingId === null ? new Map() : new Map([[heading, headingId]]);
  const [first] = await source.published(heading, overrides);
  return first && first.id !== headingId ? [hidingRow('first', heading, first), ...found] : found;
}

function hidingRow(reason: HidingRow['reason'], definition: RecordDefinition, row: Row<RecordTable>): HidingRow {
  const { section, key, name } = definition;
  return { reason, section, record: key, id: row.id, name, title: rowTitle({ ...row }) };
}
