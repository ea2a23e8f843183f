import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fieldInfo } from '../../contract/fields.ts';
import { linkHref } from '../../contract/links.ts';
import { contentOf, contentRow } from '../../core/content/content-source.ts';
import { loadContent } from '../../core/content/page-content.ts';
import { allRows } from '../../core/content/read.ts';
import { records } from '../../core/content/records.ts';
import { seedEmpty } from '../../core/content/seed-empty.ts';
import { ownPicture } from '../../core/images/store.ts';
import { unfinishedPictures } from '../../core/images/unfinished.ts';
import type { OpenDatabase } from '../../db/database.ts';
import { isEmpty, seedSample } from '../../db/sample/seed.ts';
import { clientHeadings, clients } from '../../db/schema/clients.ts';
import { companies } from '../../db/schema/company.ts';
import { images, imageVariants } from '../../db/schema/images.ts';
import { allDefinitions } from '../fixture/definitions.ts';
import { makeStore, type Store } from '../fixture/store.ts';

let store: Store;
let opened: OpenDatabase;
beforeEach(async () => {
  store = await makeStore();
  opened = await store.open();
});
afterEach(async () => {
  await opened.close();
  await store.remove();
});

const now = () => new Date('2026-03-02T08:00:00Z');
const seed = () => seedSample(opened.db, { now, readPicture: ownPicture });

/** Without a row of the layout, the page has the specification's order. */
const isFilled = ({ section }: { section: string }) => section !== 'page';

describe('the sample company', () => {
  test('has the same page from the clients of the home page as from all clients', async () => {
    await seed();
    const { db } = opened;
    const [heading] = await db.select({ id: clientHeadings.id }).from(clientHeadings);
    const parentId = heading?.id ?? 0;
    const more = (name: string, displayOrder: number, isActive: boolean, showOnHomePage: boolean) =>
      db.insert(clients).values({ parentId, name, displayOrder, isActive, showOnHomePage });
    await more('First', 0, true, true);
    await more('Inactive', 1, false, true);
    for (let place = 2; place < 40; place += 1) await more(`Server ${place}`, place, true, false);
    await more('Last', 1000, true, true);
    const everything = contentOf(async (definition) => (await allRows(db, definition)).map((row) => contentRow(row)));
    const read = await loadContent(db);
    expect(read).toEqual(await loadContent(db, undefined, everything));
    expect(read.clients?.items.map(({ name }) => name)).toEqual(expect.arrayContaining(['First', 'Last']));
    // An edited client is on its page too, shown or not.
    const hidden = await db.select().from(clients).where(eq(clients.name, 'Server 7'));
    const edited = { definition: records.clients.items, id: hidden[0]?.id ?? 0, parentId, pictures: [] };
    const preview = await loadContent(db, edited);
    expect(preview).toEqual(await loadContent(db, edited, everything));
    expect(preview.clients?.items).toContainEqual(expect.objectContaining({ name: 'Server 7', isEdited: true }));
  });

  test('fills every section of the page, with children below their parents and in order', async () => {
    await seed();
    const content = await loadContent(opened.db);
    const { page: _layout, ...filled } = content;
    for (const [section, value] of Object.entries(filled)) expect(value, section).not.toSatisfy(isMissing);
    expect(content.hero?.buttons.map(({ link, color }) => [linkHref(link), color])).toEqual([
      ['#contact', 'green_button'],
      ['#subscribe', ''],
    ]);
    expect(content.pricing?.plans.map(({ title, features }) => [title, features[0]?.text])).toEqual([
      ['Dinghy', 'Up to five pages'],
      ['Ketch', 'Up to forty pages'],
      ['Flotilla', 'Up to six sites in one harbour'],
    ]);
    expect(content.team?.members.map(({ firstName, socialLinks }) => [firstName, socialLinks.length])).toEqual([
      ['Ines', 2],
      ['Jonas', 2],
      ['Mei', 2],
      ['Tomas', 1],
    ]);
    expect(content.customers?.items.every(({ feedback }) => feedback.length === 1)).toBe(true);
    expect(content.clients?.items.map(({ name }) => name)).toHaveLength(6);
  });

  test('passes the rules of the forms in every record', async () => {
    await seed();
    const definitions = allDefinitions.filter(isFilled);
    expect(definitions.length).toBeGreaterThan(30);
    for (const definition of definitions) {
      const rows = await allRows(opened.db, definition);
      expect(rows.length, definition.name).toBeGreaterThan(0);
      for (const row of rows) {
        const checked = definition.schema.parse(row);
        expect(row, definition.name).toMatchObject(checked);
        for (const [field, rules] of Object.entries(definition.schema.shape)) {
          const slot = fieldInfo.get(rules)?.slot;
          const hash = row[field];
          if (!slot || typeof hash !== 'string') continue;
          const stored = (await opened.db.select().from(images)).find((image) => image.hash === hash);
          expect(slot.accept === 'png' ? ['png'] : ['png', 'jpeg'], `${definition.name} ${field}`).toContain(
            stored?.format,
          );
        }
      }
    }
  });

  test('has pictures with their true sizes and without metadata', async () => {
    await seed();
    const rows = await opened.db.select().from(images);
    expect(rows).toHaveLength(41);
    for (const { bytes, width, height, format } of rows) {
      const real = await sharp(bytes).metadata();
      expect([width, height, format]).toEqual([real.width, real.height, real.format]);
      expect([real.exif, real.xmp, real.iptc]).toEqual([undefined, undefined, undefined]);
    }
  });

  test('has every variant and thumbhash in files, so that a first start draws nothing', async () => {
    await seed();
    expect(await unfinishedPictures(opened.db)).toEqual([]);
    const variants = await opened.db.select().from(imageVariants);
    for (const { bytes, width } of variants) expect((await sharp(bytes).metadata()).width).toBe(width);
    // Each file belongs to a picture as it is now.
    const folder = join(import.meta.dirname, '../../db/sample/variants');
    const names = variants.map(({ hash, width, format }) => `${hash}-${width}.${format}`);
    expect((await readdir(folder)).sort()).toEqual([...names, 'thumbhashes.json'].sort());
  });

  test('is stored completely or not at all', async () => {
    const readPicture = (bytes: Buffer, createdAt: Date) => ({ ...ownPicture(bytes, createdAt), width: Number.NaN });
    await expect(seedSample(opened.db, { now, readPicture })).rejects.toThrow();
    expect(await opened.db.select().from(companies)).toEqual([]);
    expect(await isEmpty(opened.db)).toBe(true);
    await seed();
    expect((await loadContent(opened.db)).company?.name).toBe('Tidewright');
  });
});

describe('an empty start', () => {
  test('creates one inactive heading per section, so the page shows nothing', async () => {
    await seedEmpty(opened.db);
    const content = await loadContent(opened.db);
    expect(Object.entries(content).filter(([name, value]) => name !== 'images' && !isMissing(value))).toEqual([]);
    const withoutHeading = ['Page layout', 'Menu entry', 'Description'];
    for (const definition of allDefinitions) {
      const rows = await allRows(opened.db, definition);
      const expected = definition.parent || withoutHeading.includes(definition.name) ? 0 : 1;
      expect(rows.length, definition.name).toBe(expected);
      expect(rows.some((row) => row.isActive)).toBe(false);
    }
  });
});

test('a database counts as empty before its first content only, not after the content is deleted', async () => {
  expect(await isEmpty(opened.db)).toBe(true);
  await seedEmpty(opened.db);
  expect(await isEmpty(opened.db)).toBe(false);
  await opened.db.delete(companies).where(eq(companies.isActive, false));
  expect(await isEmpty(opened.db)).toBe(false);
});

/** True for a section without a heading and for a list without rows. */
function isMissing(section: object | null): boolean {
  return section === null || Object.values(section).every((list) => Array.isArray(list) && list.length === 0);
}
