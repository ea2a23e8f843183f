import { byDisplayOrder } from './display-order.ts';

// The page's content is made of rows in the same way on the server and, while someone edits the page, in the browser.

/** A record's place among the records of its section. */
export interface NestedRecord {
  key: string;
  /** Key of the parent record in the same section. */
  parentKey: string | null;
}

/** A row of any record, whose fields are looked up by name. */
export type NestedRow = Readonly<Record<string, unknown>>;

/** Rows that the page shows: active ones and `override`, whatever its state, below a parent that the page shows. */
export function shownRows<Row extends NestedRow>(
  rows: readonly Row[],
  parents: ReadonlySet<unknown> | null,
  override: number | undefined,
): Row[] {
  return rows.filter(
    ({ id, isActive, parentId }) => (isActive || id === override) && (parents === null || parents.has(parentId)),
  );
}

/** A row with a list of rows per child record, under the child's key. */
export type JoinLists = (row: NestedRow, lists: Readonly<Record<string, readonly NestedRow[]>>) => NestedRow;

interface SectionRows {
  /** The rows of a record that the page shows, in the order of their list. */
  rows: ReadonlyMap<string, readonly NestedRow[]>;
  /** Id of the heading that the page shows; otherwise the first. */
  headingId: number | undefined;
}

/** A section's content: the heading with its children, null if there is none; without a heading record, lists of rows. */
export function nestSection(
  records: readonly NestedRecord[],
  { rows, headingId }: SectionRows,
  join: JoinLists = (row, lists) => ({ ...row, ...lists }),
): NestedRow | null {
  const rowsOf = (key: string) => rows.get(key) ?? [];
  const children = records
    .filter(({ parentKey }) => parentKey !== null)
    .map(({ key, parentKey }) => ({ key, parentKey, below: Map.groupBy(rowsOf(key), ({ parentId }) => parentId) }));
  const withChildren = (key: string, row: NestedRow): NestedRow => {
    const lists = children
      .filter(({ parentKey }) => parentKey === key)
      .map((child) => [child.key, (child.below.get(row.id) ?? []).map((one) => withChildren(child.key, one))]);
    return join(row, Object.fromEntries(lists));
  };
  if (records.some(({ key }) => key === 'heading')) {
    const headings = rowsOf('heading');
    const heading = headings.find(({ id }) => id === headingId) ?? headings[0];
    return heading ? withChildren('heading', heading) : null;
  }
  return Object.fromEntries(records.map(({ key }) => [key, rowsOf(key).map((row) => withChildren(key, row))]));
}

/** Clients of the slider in display order: those shown on the home page, and one more. */
export function sliderClients<Row extends ClientFields>(rows: readonly Row[], more: (row: Row) => boolean): Row[] {
  return byDisplayOrder(rows).filter((row) => row.showOnHomePage === true || more(row));
}

interface ClientFields {
  displayOrder?: unknown;
  showOnHomePage?: unknown;
}

/** A client as the page has it, without the monitoring columns (design, section 5). */
export function publicClient<Row extends { id?: unknown; parentId?: unknown; name?: unknown; logo?: unknown }>({
  id,
  parentId,
  name,
  logo,
}: Row): Pick<Row, 'id' | 'parentId' | 'name' | 'logo'> {
  return { id, parentId, name, logo };
}
