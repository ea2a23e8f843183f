import { castTo } from '../../contract/cast.ts';
import type { Database } from '../../db/database.ts';
import { picturesIn } from '../images/page-pictures.ts';
import { liveContent } from './content-source.ts';
import { byDisplayOrder } from './display-order.ts';
import { type EditedRow, type PageRow, pageRows } from './page-rows.ts';
import type { RecordDefinition, RecordTable } from './record.ts';
import { records } from './records.ts';

type TableOf<Record> = Record extends RecordDefinition<infer Table> ? Table : RecordTable;

/** Keys of a record's child records. */
type ChildKeys<Section, Key> = {
  [Child in keyof Section]: Section[Child] extends { parentKey: Key } ? Child : never;
}[keyof Section];

/** A row with a list of rows per child record, under the child's key. */
type RowWithChildren<Section, Key extends keyof Section> = PageRow<TableOf<Section[Key]>> & {
  [Child in ChildKeys<Section, Key>]: RowWithChildren<Section, Child>[];
};

/** A section's content: the heading with its children, null if there is none; without a heading record, lists of rows. */
type SectionContent<Section> = 'heading' extends keyof Section
  ? RowWithChildren<Section, 'heading'> | null
  : { [Key in keyof Section]: RowWithChildren<Section, Key>[] };

type AllContent = { [Key in keyof typeof records]: SectionContent<(typeof records)[Key]> };

/** The public page's content by section, and the facts about every picture in the content that the page shows. */
export type PageContent = Awaited<ReturnType<typeof loadContent>>;

/**
 * Reads the page's content: active rows only, and one heading per section. Always includes the edited row, marked with
 * `isEdited`.
 */
export async function loadContent(db: Database, edited?: EditedRow, source = liveContent(db)) {
  const read = await pageRows(source, edited);
  const sections: Record<string, unknown> = {};
  for (const [key, section] of Object.entries(records)) sections[key] = await sectionContent(read, section);
  // `AllContent` is derived from the same map of records.
  const content = castTo<AllContent>(sections);
  const { clients } = content;
  const publicContent = { ...content, clients: clients && { ...clients, items: publicClients(clients.items) } };
  return { ...publicContent, images: await picturesIn(db, [publicContent, edited?.pictures]) };
}

type UntypedRow = Readonly<Record<string, unknown>>;

async function sectionContent(
  read: Awaited<ReturnType<typeof pageRows>>,
  section: Readonly<Record<string, RecordDefinition>>,
): Promise<unknown> {
  const rows = new Map<string, UntypedRow[]>();
  for (const [key, definition] of Object.entries(section)) rows.set(key, await read.all(definition));
  const withChildren = (key: string, row: UntypedRow): UntypedRow => {
    const children = Object.values(section).filter(({ parentKey }) => parentKey === key);
    const lists = children.map((child) => [
      child.key,
      (rows.get(child.key) ?? [])
        .filter(({ parentId }) => parentId === row.id)
        .map((childRow) => withChildren(child.key, childRow)),
    ]);
    return { ...row, ...Object.fromEntries(lists) };
  };
  if (section.heading) {
    const heading = await read.one(section.heading);
    return heading ? withChildren('heading', heading) : null;
  }
  return Object.fromEntries([...rows].map(([key, list]) => [key, list.map((row) => withChildren(key, row))]));
}

/** Clients of the slider in display order, without their monitoring columns (design, section 5). */
function publicClients(rows: NonNullable<AllContent['clients']>['items']) {
  return byDisplayOrder(rows)
    .filter((row) => row.showOnHomePage || row.isEdited)
    .map(({ id, parentId, name, logo, isEdited }) => ({ id, parentId, name, logo, ...(isEdited && { isEdited }) }));
}
