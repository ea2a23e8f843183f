import { inArray } from 'drizzle-orm';
import { castTo } from '../../contract/cast.ts';
import type { ImageHash } from '../../contract/image-hash.ts';
import type { Database } from '../../db/database.ts';
import { images } from '../../db/schema/images.ts';
import { byDisplayOrder } from './display-order.ts';
import { type EditedRow, type PageRow, pageRows } from './page-rows.ts';
import type { RecordDefinition, RecordTable } from './record.ts';
import { records } from './records.ts';

type TableOf<Record> = Record extends RecordDefinition<infer Table> ? Table : RecordTable;

/** Keys of the records that belong to a record of the same section. */
type ChildKeys<Section, Key> = {
  [Child in keyof Section]: Section[Child] extends { parentKey: Key } ? Child : never;
}[keyof Section];

/** A row with the lists of its child records, each under the child's key. */
type RowWithChildren<Section, Key extends keyof Section> = PageRow<TableOf<Section[Key]>> & {
  [Child in ChildKeys<Section, Key>]: RowWithChildren<Section, Child>[];
};

/** A section's content: its heading with what belongs to it, null without one; a section without heading is lists. */
type SectionContent<Section> = 'heading' extends keyof Section
  ? RowWithChildren<Section, 'heading'> | null
  : { [Key in keyof Section]: RowWithChildren<Section, Key>[] };

type AllContent = { [Key in keyof typeof records]: SectionContent<(typeof records)[Key]> };

/** Everything the public page shows, by section; and the size (px) of every picture it names. */
export type PageContent = Awaited<ReturnType<typeof loadContent>>;

/**
 * Reads the page's content: active records only, of each section the first active heading. The row that is being edited
 * is there in any case and has `isEdited`.
 */
export async function loadContent(db: Database, edited?: EditedRow) {
  const read = await pageRows(db, edited);
  const sections: Record<string, unknown> = {};
  for (const [key, section] of Object.entries(records)) sections[key] = await sectionContent(read, section);
  // Built from the same map of records as the type.
  const content = castTo<AllContent>(sections);
  const { clients } = content;
  const shown = { ...content, clients: clients && { ...clients, items: publicClients(clients.items) } };
  return { ...shown, images: await imageSizes(db, [shown, edited?.pictures]) };
}

/** A row as the nesting sees it. */
type Row = Readonly<Record<string, unknown>>;

async function sectionContent(
  read: Awaited<ReturnType<typeof pageRows>>,
  section: Readonly<Record<string, RecordDefinition>>,
): Promise<unknown> {
  const rows = new Map<string, Row[]>();
  for (const [key, definition] of Object.entries(section)) rows.set(key, await read.all(definition));
  const withChildren = (key: string, row: Row): Row => {
    const children = Object.values(section).filter(({ parentKey }) => parentKey === key);
    const lists = children.map((child) => [
      child.key,
      (rows.get(child.key) ?? [])
        .filter(({ parentId }) => parentId === row.id)
        .map((own) => withChildren(child.key, own)),
    ]);
    return { ...row, ...Object.fromEntries(lists) };
  };
  if (section.heading) {
    const heading = await read.one(section.heading);
    return heading ? withChildren('heading', heading) : null;
  }
  return Object.fromEntries([...rows].map(([key, list]) => [key, list.map((row) => withChildren(key, row))]));
}

/** Clients of the slider in their display order, without what concerns their servers (design, section 5). */
function publicClients(rows: NonNullable<AllContent['clients']>['items']) {
  return byDisplayOrder(rows)
    .filter((row) => row.showOnHomePage || row.isEdited)
    .map(({ id, parentId, name, logo, isEdited }) => ({ id, parentId, name, logo, ...(isEdited && { isEdited }) }));
}

/** Width and height (px) of every picture the content names. */
async function imageSizes(db: Database, content: unknown) {
  const hashes = new Set(JSON.stringify(content).match(/(?<=")[0-9a-f]{32}(?=")/g));
  const found = await db
    .select({ hash: images.hash, width: images.width, height: images.height })
    .from(images)
    // The pattern above matches hashes only.
    .where(inArray(images.hash, castTo<ImageHash[]>([...hashes])));
  return Object.fromEntries(found.map(({ hash, width, height }) => [hash, { width, height }]));
}
