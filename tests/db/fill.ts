import { type CopiedTable, tablesInOrder } from '../../db/copy/tables.ts';
import type { Database } from '../../db/database.ts';
import type { Row } from './row-checksums.ts';

/** Texts that a wrong copy would change. */
const texts = [
  '',
  "O'Neill; drop table users --",
  'Ä é ü 🚢 \u202e\u2028',
  '\\ \\N \t\r\n "quoted" $1 $$',
  ' 0x00 %s NULL ',
];
const values = [null, { b: [1, 1.5, null], a: { '': 'x\u0000y\ud800' } }, [], { text: 'é\\"' }];

/** Writes rows with ordinary, empty and unusual values of each type into every table. */
export async function fillEverything(db: Database, rowsOfEach = 7): Promise<void> {
  const filled = new Map<string, Row[]>();
  for (const described of tablesInOrder()) {
    // Opening the database writes its only row.
    if (described.name === 'content_revision') continue;
    const rows = Array.from({ length: rowsOfEach }, (_, place) => rowOf(described, place, filled));
    const stored: Row[] = await db.insert(described.table).values(rows).returning();
    filled.set(described.name, stored);
  }
}

function rowOf({ columns, references }: CopiedTable, place: number, filled: Map<string, Row[]>): Row {
  const row: Row = {};
  for (const [name, column] of Object.entries(columns)) {
    const reference = references.find((known) => known.column === name);
    if (reference) row[name] = filled.get(reference.table)?.[place]?.[reference.foreignColumn];
    else row[name] = !column.notNull && place % 3 === 2 ? null : sampleValue(column, place);
  }
  return row;
}

function sampleValue(column: CopiedTable['columns'][string], place: number): unknown {
  const { dataType, enumValues } = column;
  if (enumValues && enumValues.length > 0) return enumValues[place % enumValues.length];
  const type: string = dataType === 'custom' ? column.getSQLType() : dataType;
  // At most one row may be the default.
  if (type === 'boolean') return place === 0;
  if (type === 'number') return place + 1;
  if (type === 'date') return new Date(Date.UTC(2026, 2, 29, 0, 59, 59, 999) + place * 86_400_001);
  if (type === 'string') return `${place} ${texts[place % texts.length]}`;
  if (type === 'buffer' || type === 'bytea') return Buffer.from(Array.from({ length: 300 }, (_, byte) => byte % 256));
  if (type === 'json') return values[place % values.length] ?? { place };
  throw new TypeError(`no value of the type ${type}`);
}
