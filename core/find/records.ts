import { and, desc, getTableColumns, not } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import { infoOf } from '../../contract/fields.ts';
import { foldText, foundCounts, rankOf, type Wanted } from '../../contract/find.ts';
import { rowTitle } from '../../contract/row-title.ts';
import type { Database } from '../../db/database.ts';
import { isOneOf } from '../../db/query/json-rows.ts';
import { blankValues } from '../content/blank-values.ts';
import { type ContentRow, contentRow } from '../content/content-source.ts';
import { pathOf } from '../content/history-entries.ts';
import { findRow, findRows } from '../content/read.ts';
import type { RecordDefinition } from '../content/record.ts';
import { allRecords } from '../content/records.ts';
import { changesOf } from '../releases/plan.ts';
import { bestOf, mayContain, type Ranked, type Reading, readOn } from './scan.ts';

/** A text of a record's rows: the field's name and label. */
interface TextField {
  name: string;
  label: string;
}

/** The texts that editors see in the forms of a record; not pictures, choices, and codes that give access. */
function textFieldsOf({ table, schema }: RecordDefinition): TextField[] {
  const columns = getTableColumns(table);
  return Object.keys(schema.shape).flatMap((name) => {
    const info = infoOf(schema.shape[name]);
    const column = columns[name];
    const isText = column?.dataType === 'string' && !column.enumValues?.length && !info?.slot;
    return info && isText && !withoutSearch.has(name) ? [{ name, label: info.label }] : [];
  });
}

/** Health codes are found as servers; a colour or a zone is a setting and no text of the page. */
const withoutSearch = new Set(['healthCode', 'accentColor', 'secondColor', 'timeZone']);

const searched = allRecords
  .map((definition) => ({ definition, fields: textFieldsOf(definition) }))
  .filter(({ fields }) => fields.length > 0);

/** A row of the page's content, with the place of its form. */
export interface FoundRecord {
  section: string;
  /** The record's key in its section, and its name. */
  record: string;
  name: string;
  id: number;
  /** Ids of the rows above: of the parent, and of the parent's parent. */
  parentId: number | null;
  grandparentId: number | null;
  title: string;
  /** Title of the parent if there are several lists of this record. */
  parentTitle: string;
  isActive: boolean;
  /** How well the row matches (`rankOf`). */
  rank: number;
  /** True for rows that the page editor has: all but the clients that the home page does not show. */
  isInEditor: boolean;
  /** The text that matches if the title does not, with its field. */
  match: { field: string; label: string; text: string } | null;
}

/** Rows of the page's content that contain the words, active or not. With a release, the rows as the release has them. */
export async function findRecords(
  db: Database,
  wanted: Wanted,
  reading: Reading,
  release: number | undefined,
  limit: number = foundCounts.records,
): Promise<FoundRecord[]> {
  const inRelease = await changedRows(db, release);
  // More than the limit: a row below a row that the release deletes is no result.
  const enough = inRelease.isEmpty ? limit : 4 * limit;
  const lists: Ranked<Candidate>[][] = await Promise.all(
    searched.map(async ({ definition, fields }) => {
      const rank = (row: ContentRow) =>
        rankOf(
          wanted,
          rowTitle(row),
          fields.map(({ name }) => textOf(row, name)),
        );
      const stored = await storedRows(db, { definition, fields, wanted, reading, inRelease, rank, limit: enough });
      const changed = reading.from === null ? await releaseRows(db, definition, inRelease) : [];
      const all = [...stored, ...changed.flatMap((row) => rankedRow(row, rank(row)))];
      return all
        .toSorted((a, b) => byPosition(a.row, b.row))
        .map(({ row, rank: own }) => ({ row: { definition, fields, row, rank: own }, rank: own }));
    }),
  );
  const best = bestOf(lists.flat(), enough);
  const found = await Promise.all(best.map(({ row }) => describe(db, row, wanted, inRelease)));
  return found.filter((one) => one !== null).slice(0, limit);
}

interface Candidate {
  definition: RecordDefinition;
  fields: readonly TextField[];
  row: ContentRow;
  rank: number;
}

const byPosition = (a: ContentRow, b: ContentRow) => a.position - b.position || a.id - b.id;

const textOf = (row: ContentRow, name: string) => (typeof row[name] === 'string' ? row[name] : '');

const rankedRow = (row: ContentRow, rank: number | null) => (rank === null ? [] : [{ row, rank }]);

interface StoredOptions {
  definition: RecordDefinition;
  fields: readonly TextField[];
  wanted: Wanted;
  reading: Reading;
  inRelease: ChangedRows;
  rank: (row: ContentRow) => number | null;
  limit: number;
}

/** Stored rows of a record that match, without those that the release changes. */
function storedRows(db: Database, options: StoredOptions): Promise<Ranked<ContentRow>[]> {
  const { definition, fields, wanted, reading, inRelease, rank, limit } = options;
  const { table } = definition;
  const columns: Record<string, AnySQLiteColumn> = getTableColumns(table);
  const texts = fields.flatMap(({ name }) => columns[name] ?? []);
  const changed = inRelease.rows.get(definition);
  const isUnchanged = changed && not(isOneOf(table.id, [...changed.keys()]));
  return readOn<ContentRow>(db, reading, {
    name: pathOf(definition),
    table,
    key: table.id,
    read: async (range) => {
      const rows = await db
        .select(columns)
        .from(table)
        .where(and(range, isUnchanged, mayContain(texts, wanted)))
        .orderBy(desc(table.id));
      return rows.map(contentRow);
    },
    rank,
    limit,
  });
}

/** The rows that the release changes or adds, as the release has them. */
async function releaseRows(db: Database, definition: RecordDefinition, inRelease: ChangedRows): Promise<ContentRow[]> {
  const changed = inRelease.rows.get(definition);
  if (!changed) return [];
  const live = await findRows(db, definition, [...changed.keys()]);
  const own = live.map((row) => inRelease.apply(definition, contentRow(row)));
  return [...own.filter((row) => row !== null), ...inRelease.added(definition)];
}

/** A result, or null if the release deletes a row above. */
async function describe(
  db: Database,
  { definition, fields, row, rank }: Candidate,
  wanted: Wanted,
  inRelease: ChangedRows,
): Promise<FoundRecord | null> {
  const parent = definition.parent ? await rowIn(db, definition.parent, Number(row.parentId), inRelease) : null;
  if (parent === undefined) return null;
  const above = definition.parent?.parent;
  const grandparent = parent && above ? await rowIn(db, above, Number(parent.parentId), inRelease) : null;
  if (grandparent === undefined) return null;
  const title = rowTitle(row);
  return {
    section: definition.section,
    record: definition.key,
    name: definition.name,
    id: row.id,
    parentId: parent?.id ?? null,
    grandparentId: grandparent?.id ?? null,
    title,
    parentTitle: grandparent && parent ? rowTitle(parent) : '',
    isActive: row.isActive,
    rank,
    isInEditor: row.showOnHomePage !== false,
    match: rankOf(wanted, title) === null ? matchIn(fields, row, wanted) : null,
  };
}

async function rowIn(
  db: Database,
  definition: RecordDefinition,
  id: number,
  inRelease: ChangedRows,
): Promise<ContentRow | undefined> {
  const live = await findRow(db, definition, id);
  if (live) return inRelease.apply(definition, contentRow(live)) ?? undefined;
  return inRelease.added(definition).find((row) => row.id === id);
}

/** Characters of a text that a result shows, and of them before the match. */
const excerptLength = 120;
const excerptLead = 30;

/** The part of the first text that contains a word. */
function matchIn(fields: readonly TextField[], row: ContentRow, { words }: Wanted): FoundRecord['match'] {
  for (const { name, label } of fields) {
    const text = textOf(row, name).replace(/\s+/g, ' ');
    const folded = foldText(text);
    const word = words.find((one) => folded.includes(one));
    if (word === undefined) continue;
    // Without accents a text may be shorter, so the place is approximate.
    const start = Math.max(0, folded.indexOf(word) - excerptLead);
    const from = start === 0 ? 0 : text.indexOf(' ', start) + 1;
    const part = text.slice(from, from + excerptLength);
    return {
      field: name,
      label,
      text: `${from > 0 ? '…' : ''}${part.toWellFormed()}${from + excerptLength < text.length ? '…' : ''}`,
    };
  }
  return null;
}

/** Rows that a release adds stand at the end of their lists. */
const lastPosition = 2_147_483_647;

/** What a release does to single rows; its orders change no text. */
interface ChangedRows {
  isEmpty: boolean;
  /** The rows that the release changes, adds or deletes, by record. */
  rows: ReadonlyMap<RecordDefinition, ReadonlyMap<number, unknown>>;
  /** A stored row as the release has it; null: deleted. */
  apply(definition: RecordDefinition, row: ContentRow): ContentRow | null;
  /** The rows that the release adds. */
  added(definition: RecordDefinition): ContentRow[];
}

async function changedRows(db: Database, release: number | undefined): Promise<ChangedRows> {
  const changes = release === undefined ? [] : (await changesOf(db, release)).filter(({ isOrder }) => !isOrder);
  const rows = new Map(
    searched.flatMap(({ definition }) => {
      const own = changes.filter(({ record }) => record === pathOf(definition));
      return own.length === 0 ? [] : [[definition, new Map(own.map((change) => [change.rowId, change]))] as const];
    }),
  );
  return {
    isEmpty: changes.length === 0,
    rows,
    apply(definition, row) {
      const change = rows.get(definition)?.get(row.id);
      if (!change) return row;
      return change.action === 'delete' ? null : { ...row, ...change.values };
    },
    added: (definition) =>
      [...(rows.get(definition)?.values() ?? [])]
        .filter(({ isNew, action }) => isNew && action !== 'delete')
        .map(({ rowId, values }) =>
          contentRow({ ...blankValues(definition), ...values, id: rowId, position: lastPosition }),
        ),
  };
}
