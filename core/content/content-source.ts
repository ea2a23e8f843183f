import { eq, or, type SQL } from 'drizzle-orm';
import { castTo } from '../../contract/cast.ts';
import { shownRows } from '../../contract/page-nesting.ts';
import type { Database } from '../../db/database.ts';
import { clients } from '../../db/schema/clients.ts';
import { type ActiveOverrides, findRow, publishedRows, type Row, rowsOf } from './read.ts';
import type { RecordDefinition, RecordTable } from './record.ts';
import { records } from './records.ts';

/** Where the page's rows come from: the live content, or the content of another moment. */
export interface ContentSource {
  /**
   * Active rows with active ancestors, in display order; the overrides count as active. Clients that the home page does
   * not show may be missing.
   */
  published<Table extends RecordTable>(
    definition: RecordDefinition<Table>,
    overrides: ActiveOverrides,
  ): Promise<Row<Table>[]>;
  /** One row by id, active or not. */
  find<Table extends RecordTable>(definition: RecordDefinition<Table>, id: number): Promise<Row<Table> | undefined>;
}

/** The content as it is stored. */
export function liveContent(db: Database): ContentSource {
  return {
    published: (definition, overrides) => publishedRows(db, definition, overrides, isOnPage(definition, overrides)),
    find: (definition, id) => findRow(db, definition, id),
  };
}

/** The clients of the home page, by an index: an installation can monitor a million others, which the page does not show. */
function isOnPage(definition: RecordDefinition, overrides: ActiveOverrides): SQL | undefined {
  const items: RecordDefinition = records.clients.items;
  if (definition !== items) return undefined;
  const edited = overrides.get(items);
  return or(eq(clients.showOnHomePage, true), edited === undefined ? undefined : eq(clients.id, edited));
}

/** A record's row whose fields are looked up by name. */
export interface ContentRow {
  readonly id: number;
  readonly version: number;
  readonly isActive: boolean;
  readonly position: number;
  readonly [field: string]: unknown;
}

/** A row of any record, whose fields are looked up by name. */
export function contentRow(row: object): ContentRow {
  // Every record's table has the named columns.
  return castTo<ContentRow>(row);
}

/** Content that was read before: `rowsIn` answers all rows of a record. */
export function contentOf(rowsIn: (definition: RecordDefinition) => Promise<readonly ContentRow[]>): ContentSource {
  async function published(definition: RecordDefinition, overrides: ActiveOverrides): Promise<ContentRow[]> {
    const override = overrides.get(definition);
    const { parent } = definition;
    const parents = parent && new Set<unknown>((await published(parent, overrides)).map(({ id }) => id));
    return shownRows(await rowsIn(definition), parents, override).toSorted(
      (a, b) => a.position - b.position || a.id - b.id,
    );
  }
  return {
    published: async (definition, overrides) => rowsOf(definition, await published(definition, overrides)),
    async find(definition, id) {
      const [row] = rowsOf(
        definition,
        (await rowsIn(definition)).filter((known) => known.id === id),
      );
      return row;
    },
  };
}
