import { castTo } from '../../contract/cast.ts';
import { nestSection, publicClient, sliderClients } from '../../contract/page-nesting.ts';
import type { Database } from '../../db/database.ts';
import { picturesIn } from '../images/page-pictures.ts';
import { liveContent } from './content-source.ts';
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

async function sectionContent(
  read: Awaited<ReturnType<typeof pageRows>>,
  section: Readonly<Record<string, RecordDefinition>>,
): Promise<unknown> {
  const rows = new Map<string, PageRow<RecordTable>[]>();
  for (const [key, definition] of Object.entries(section)) rows.set(key, await read.all(definition));
  const headingId = section.heading && read.overrideOf(section.heading);
  return nestSection(Object.values(section), { rows, headingId });
}

/** Clients of the slider, without their monitoring columns. */
function publicClients(rows: NonNullable<AllContent['clients']>['items']) {
  return sliderClients(rows, ({ isEdited }) => isEdited === true).map((row) => ({
    ...publicClient(row),
    ...(row.isEdited && { isEdited: row.isEdited }),
  }));
}
