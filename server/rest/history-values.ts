import type { HistoryEntry } from '../../core/history/entries.ts';
import type { Field, Viewer } from './fields.ts';
import { type RestRecord, rulesOf } from './record.ts';

/** A difference between two entries under its documented name. */
interface DocumentedChange {
  Field: string;
  From: unknown;
  To: unknown;
}

/** Name of a row's place in its list, which no save has. */
const placeName = 'Place';

/** The fields of an entry as a read of that moment answered them; fields that are newer than the entry are left out. */
export function documentedValues(
  record: RestRecord,
  { values }: Pick<HistoryEntry, 'values'>,
  viewer: Viewer,
): Record<string, unknown> {
  const known = [...record.fields].filter(([column]) => column in values);
  return {
    ...(record.parent === null ? {} : { [record.parent]: values.parentId }),
    ...Object.fromEntries(
      known.map(([column, field]) => [nameOf(field), read(record, column, field, values[column], viewer)]),
    ),
  };
}

/** The differences of an entry under the names that its values have. Null: empty, or the row did not exist. */
export function documentedChanges(
  record: RestRecord,
  { changes }: Pick<HistoryEntry, 'changes'>,
  viewer: Viewer,
): DocumentedChange[] {
  return changes.flatMap(({ field: column, from, to }) => {
    const field = record.fields.get(column);
    const value = (stored: unknown) =>
      field && stored !== null ? read(record, column, field, stored, viewer) : stored;
    const name = field ? nameOf(field) : ownNameOf(record, column);
    return name === null ? [] : [{ Field: name, From: value(from), To: value(to) }];
  });
}

/** Name of a column that is no field of a save. */
function ownNameOf({ parent }: RestRecord, column: string): string | null {
  if (column === 'parentId') return parent;
  return column === 'position' ? placeName : null;
}

/** The first name of a field in a read: that of a save, but for pictures. */
function nameOf({ name, output }: Field<unknown>): string {
  return Object.keys(output)[0] ?? name;
}

function read(record: RestRecord, column: string, field: Field<unknown>, value: unknown, viewer: Viewer): unknown {
  return field.read(value, viewer, rulesOf(record.definition)(column))[nameOf(field)];
}
