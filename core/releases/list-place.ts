import type { ContentRow } from '../content/content-source.ts';
import type { RecordDefinition } from '../content/record.ts';
import { records } from '../content/records.ts';

/** The field that holds a row's place in its list: the position, of clients the Display Order of their form. */
export function placeField(definition: RecordDefinition): 'position' | 'displayOrder' {
  return definition === records.clients.items ? 'displayOrder' : 'position';
}

/** Rows in the order of their list. */
export function inListOrder(definition: RecordDefinition, rows: readonly ContentRow[]): ContentRow[] {
  const field = placeField(definition);
  return rows.toSorted((a, b) => Number(a[field]) - Number(b[field]) || a.position - b.position || a.id - b.id);
}
