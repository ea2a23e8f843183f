import fc from 'fast-check';
import { castTo } from '../../contract/cast.ts';
import type { HistoryCause } from '../../contract/history.ts';
import { type ContentRow, contentRow } from '../../core/content/content-source.ts';
import type { Edit } from '../../core/content/edit.ts';
import { pathOf } from '../../core/content/history-entries.ts';
import { allRows } from '../../core/content/read.ts';
import type { RecordDefinition } from '../../core/content/record.ts';
import { records } from '../../core/content/records.ts';
import { reorderRows } from '../../core/content/reorder.ts';
import { deleteRow, saveRow, type Written } from '../../core/content/write.ts';
import { restoreEntry, undoChange } from '../../core/history/restore.ts';
import { momentOf, restorePage } from '../../core/history/restore-page.ts';
import type { Database } from '../../db/database.ts';
import { contentHistory } from '../../db/schema/history.ts';

/** Three levels of records: headings, their plans, the plans' features. */
export const levels: readonly RecordDefinition[] = [
  records.pricing.heading,
  records.pricing.plans,
  records.pricing.features,
];

/** An entry as stored. */
export type Entry = typeof contentHistory.$inferSelect;

/** The rows by `<path> <id>`. */
export type Rows = ReadonlyMap<string, ContentRow>;

export const keyOf = (definition: RecordDefinition, id: number) => `${pathOf(definition)} ${id}`;

/** The live rows of the three records. */
export async function liveRows(db: Database): Promise<Rows> {
  const rows = new Map<string, ContentRow>();
  for (const definition of levels)
    for (const row of await allRows(db, definition)) rows.set(keyOf(definition, row.id), contentRow(row));
  return rows;
}

/** All entries, the oldest first. */
export const allEntries = (db: Database): Promise<Entry[]> =>
  Promise.resolve(db.select().from(contentHistory).orderBy(contentHistory.id));

/** A number that chooses one of the things that there are when the step runs. */
export const pick = fc.nat({ max: 40 });
const level = fc.nat({ max: 2 });
/** Texts that a database or JSON could change, among others. */
const text = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    "O'Hara",
    '"quoted"',
    '\\',
    '\\u0041',
    '💡 über',
    '\u2028',
    'null',
    '{"a":1}',
    '1e3',
    '\t\n',
  ),
  fc.string({ unit: 'grapheme', maxLength: 6 }).filter((words) => !words.includes('\u0000') && words.isWellFormed()),
);
export const values = fc.record({ text, isActive: fc.boolean() });
const person = fc.constantFrom('Ada', 'Grace');
const isUndone = fc.boolean();

/** One thing that a person does. `isUndone`: the person undoes the step at once. */
export const step = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('create'), person, level, of: pick, values, isUndone }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('save'),
      person,
      level,
      row: pick,
      values,
      /** The version that the person has seen; null: not sent. */
      version: fc.constantFrom('current', 'outdated', null),
      /** Another parent for the row. */
      to: fc.option(pick, { freq: 4 }),
      isUndone,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete'), person, level, row: pick, isUndone }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reorder'), person, level, of: pick, by: pick, isUndone }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('undo'), person, change: pick, isUndone }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('restore'),
      person,
      entry: pick,
      fields: fc.option(fc.constantFrom(['isActive'], ['title', 'isActive'], ['text']), { freq: 3 }),
      isUndone,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restorePage'), person, entry: pick, isUndone }) },
);

export type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** The database before a step. */
export interface Before {
  rows: Rows;
  entries: readonly Entry[];
}

/** A step whose choices are made. Undefined: there is nothing to choose from. */
export interface Action {
  run(db: Database, edit: Edit): Promise<Written>;
  cause: HistoryCause;
  /** The change to undo. */
  revision?: number;
  entry?: Entry;
  fields?: readonly string[] | undefined;
  isOutdated?: boolean;
}

/** Makes the choices of a step. */
export function actionOf(step: Step, { rows, entries }: Before): Action | undefined {
  const definition = 'level' in step ? levels[step.level] : undefined;
  const own = definition ? rowsOf(rows, definition) : [];
  const parents = definition?.parent ? rowsOf(rows, definition.parent) : [];
  if (step.kind === 'undo') {
    const revisions = [...new Set(entries.map(({ revision }) => revision))];
    const revision = chosen(revisions, step.change);
    if (revision === undefined) return undefined;
    return { cause: 'undo', revision, run: (db, edit) => undoChange(db, revision, edit) };
  }
  if (step.kind === 'restore' || step.kind === 'restorePage') {
    const entry = chosen(entries, step.entry);
    if (!entry) return undefined;
    if (step.kind === 'restorePage')
      return {
        cause: 'restore',
        entry,
        run: async (db, edit) => restorePage(db, await momentOf(db, { entry: entry.id }), edit),
      };
    const fields = step.fields?.filter((field) => field in entry.values);
    const known = fields?.length === 0 ? undefined : fields;
    return {
      cause: 'restore',
      entry,
      fields: known,
      run: (db, edit) => restoreEntry(db, entry.id, known, edit),
    };
  }
  if (!definition) return undefined;
  if (step.kind === 'create') {
    const parentId = chosen(parents, step.of)?.id;
    if (definition.parent && parentId === undefined) return undefined;
    const fields = valuesOf(definition, step.values);
    return { cause: 'edit', run: (db, edit) => saveRow(db, definition, { parentId }, fields, edit) };
  }
  if (step.kind === 'reorder') {
    const parentId = chosen(parents, step.of)?.id;
    const from = own.filter((row) => row.parentId === parentId).map(({ id }) => id);
    if (from.length < 2) return undefined;
    const start = step.by % from.length;
    const ids = [...from.slice(start), ...from.slice(0, start)];
    return { cause: 'edit', run: (db, edit) => reorderRows(db, definition, { ids, from }, edit) };
  }
  const row = chosen(own, step.row);
  if (!row) return undefined;
  const { id } = row;
  if (step.kind === 'delete') return { cause: 'edit', run: (db, edit) => deleteRow(db, definition, id, edit) };
  const isOutdated = step.version === 'outdated' && row.version > 1;
  const version = step.version === null ? undefined : row.version - (isOutdated ? 1 : 0);
  const parentId = step.to === null ? undefined : chosen(parents, step.to)?.id;
  const fields = valuesOf(definition, step.values);
  return {
    cause: 'edit',
    isOutdated,
    run: (db, edit) => saveRow(db, definition, { id, version, parentId }, fields, edit),
  };
}

/** The rows of a record in display order. */
export function rowsOf(rows: Rows, definition: RecordDefinition): ContentRow[] {
  const own = [...rows].filter(([key]) => key.startsWith(`${pathOf(definition)} `)).map(([, row]) => row);
  return own.toSorted((a, b) => a.position - b.position || a.id - b.id);
}

export function chosen<Value>(list: readonly Value[], number: number): Value | undefined {
  return list.length === 0 ? undefined : list[number % list.length];
}

export function valuesOf(definition: RecordDefinition, { text, isActive }: { text: string; isActive: boolean }) {
  if (definition === records.pricing.heading)
    return { title: text, subTitle: 'Sub title', backgroundImage: null, isActive };
  if (definition === records.pricing.features) return { text, isActive };
  return {
    ...{ title: text, cost: '1', image: null, buttonText: 'Choose', buttonLink: 'contact', tagValue: '' },
    ...{ isActive, isBestPrice: !isActive },
  };
}

/** The rows as text without their versions: two equal texts are the same rows byte for byte. */
export function withoutVersions(rows: Rows): string[] {
  return [...rows].map(([key, { version: _version, ...row }]) => `${key} ${JSON.stringify(inOrder(row))}`).sort();
}

function inOrder(row: object): [string, unknown][] {
  return castTo<[string, unknown][]>(Object.entries(row)).toSorted(([a], [b]) => (a < b ? -1 : 1));
}
