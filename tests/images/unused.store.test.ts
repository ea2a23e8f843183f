import { eq, getTableName } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { castTo } from '../../contract/cast.ts';
import { fieldInfo } from '../../contract/fields.ts';
import { type ImageHash, imageHash } from '../../contract/image-hash.ts';
import { ownEdit } from '../../core/content/edit.ts';
import { records } from '../../core/content/records.ts';
import { saveRow } from '../../core/content/write.ts';
import { imageReferences } from '../../core/images/image-references.ts';
import { contentHistory } from '../../db/schema/history.ts';
import { images, imageVariants } from '../../db/schema/images.ts';
import { promos } from '../../db/schema/promo.ts';
import { releaseChanges, releases } from '../../db/schema/releases.ts';
import { handlers } from '../../workers/jobs/index.ts';
import { allDefinitions } from '../fixture/definitions.ts';
import { trpcClient } from '../fixture/trpc.ts';
import { addSignedIn } from '../fixture/users.ts';
import { drawn } from './pictures.ts';
import { makeSetup, type Setup } from './setup.ts';

let setup: Setup;
beforeEach(async () => {
  setup = await makeSetup();
});
afterEach(() => setup.close());

const hour = 3600;
const uploaded = async (color: string) =>
  imageHash((await setup.upload('background', await drawn('png', 20, 20, color))).body.Data.hash);
const hashes = async () => (await setup.deps.db.select({ hash: images.hash }).from(images)).map(({ hash }) => hash);
const run = () => handlers.removeUnusedImages.run({}, setup.deps);

test('pictures without a record are deleted after a day, with their variants', async () => {
  const [used, unused] = [await uploaded('#100'), await uploaded('#200')];
  await setup.deps.db.insert(promos).values({ title: 'a', subTitle: 'b', isActive: false, backgroundImage: used });
  await setup.draw();

  await setup.clock.elapse(23 * hour);
  await run();
  expect(new Set(await hashes())).toEqual(new Set([used, unused]));

  await setup.clock.elapse(2 * hour);
  await run();
  expect(await hashes()).toEqual([used]);
  const variants = await setup.deps.db.select({ hash: imageVariants.hash }).from(imageVariants);
  expect(new Set(variants.map(({ hash }) => hash))).toEqual(new Set([used]));
  expect((await setup.image(`${unused}-80.webp`)).status).toBe(404);
  expect((await setup.image(`${used}-80.webp`)).status).toBe(200);
});

test('an unused picture that was chosen from the library stays for a day, and its neighbour does not', async () => {
  const [chosen, neighbour] = [await uploaded('#300'), await uploaded('#400')];
  await setup.clock.elapse(25 * hour);
  const { token } = await addSignedIn(setup.deps, 'Admin', { userName: 'second.day' });
  const admin = trpcClient(setup.address, token);
  await admin.images.choose.mutate({ hash: chosen });
  expect(await admin.images.removeUnused.mutate()).toEqual({ removed: 1 });
  await run();
  expect(await hashes()).toEqual([chosen]);
  await expect(admin.images.choose.mutate({ hash: neighbour })).rejects.toThrow('This picture');
  await setup.clock.elapse(25 * hour);
  await run();
  expect(await hashes()).toEqual([]);
});

test('a used picture keeps its date when it is chosen again', async () => {
  const used = await uploaded('#310');
  await setup.deps.db.insert(promos).values({ title: 'a', subTitle: 'b', isActive: false, backgroundImage: used });
  const admin = trpcClient(setup.address, setup.adminToken);
  const before = await admin.images.details.query({ hash: used });
  await setup.clock.elapse(hour);
  await admin.images.choose.mutate({ hash: used });
  expect((await admin.images.details.query({ hash: used }))?.createdAt).toEqual(before?.createdAt);
});

test('a picture of two records is deleted after the last of them, and another picture stays', async () => {
  const [shared, other] = [await uploaded('#500'), await uploaded('#600')];
  const add = (title: string, backgroundImage: ImageHash) =>
    setup.deps.db.insert(promos).values({ title, subTitle: '', isActive: false, backgroundImage });
  for (const title of ['first', 'second']) await add(title, shared);
  await add('other', other);
  await setup.clock.elapse(25 * hour);
  await setup.deps.db.delete(promos).where(eq(promos.title, 'first'));
  await run();
  expect(new Set(await hashes())).toEqual(new Set([shared, other]));
  await setup.deps.db.delete(promos).where(eq(promos.title, 'second'));
  await run();
  expect(await hashes()).toEqual([other]);
});

test('a picture that only the history refers to stays until its entries are purged', async () => {
  const [old, neighbour] = [await uploaded('#700'), await uploaded('#800')];
  const { db, now } = setup.deps;
  const edit = (cause: 'edit') => ({ ...ownEdit(now(), cause), userName: 'admin' });
  const values = (backgroundImage: ImageHash | null) => ({
    title: 'a',
    subTitle: 'b',
    isActive: true,
    backgroundImage,
  });
  const { id } = await saveRow(db, records.promo.heading, {}, values(old), edit('edit'));
  await saveRow(db, records.promo.heading, {}, values(neighbour), edit('edit'));
  await saveRow(db, records.promo.heading, { id }, values(null), edit('edit'));
  // More entries than one batch, the picture's before and behind them.
  const filler = { revision: 1, record: 'promo.heading', rowId: 0, action: 'save', cause: 'edit', at: now() } as const;
  const others = { ...filler, userName: '', version: 1, position: 1, values: { title: 'a', backgroundImage: null } };
  for (let batch = 0; batch < 11; batch += 1)
    await db.insert(contentHistory).values(Array.from({ length: 500 }, () => others));
  const behind = await uploaded('#777');
  await db.insert(contentHistory).values({ ...others, values: { backgroundImage: behind } });
  await setup.clock.elapse(25 * hour);
  await run();
  expect(new Set(await hashes())).toEqual(new Set([old, neighbour, behind]));
  await db.delete(contentHistory).where(eq(contentHistory.rowId, 0));
  await run();
  expect(new Set(await hashes())).toEqual(new Set([old, neighbour]));

  // One of the newest 20 entries of its row, however old.
  for (let save = 0; save < 18; save += 1)
    await saveRow(db, records.promo.heading, { id }, { ...values(null), title: `${save}` }, edit('edit'));
  const days = (count: number) =>
    db.update(contentHistory).set({ at: new Date(Number(now()) - count * 24 * hour * 1000) });
  await days(731);
  await handlers.purgeHistory.run({}, setup.deps);
  await run();
  expect(new Set(await hashes())).toEqual(new Set([old, neighbour]));

  await saveRow(db, records.promo.heading, { id }, { ...values(null), title: 'newest' }, edit('edit'));
  await days(729);
  await handlers.purgeHistory.run({}, setup.deps);
  await run();
  expect(new Set(await hashes())).toEqual(new Set([old, neighbour]));
  await days(731);
  await handlers.purgeHistory.run({}, setup.deps);
  await run();
  expect(await hashes()).toEqual([neighbour]);
});

test('a picture of an unpublished release stays as long as the change is in the release', async () => {
  const [drafted, dropped] = [await uploaded('#900'), await uploaded('#a00')];
  const { db, now } = setup.deps;
  const [release] = await db
    .insert(releases)
    .values({ name: 'Spring', state: 'open', createdAt: now(), userName: 'admin' })
    .returning();
  const common = { releaseId: release?.id ?? 0, record: 'promo.heading', action: 'save', isOrder: false } as const;
  const changes = [drafted, dropped].map((backgroundImage, place) => ({
    ...{ ...common, rowId: place + 1, isNew: false, values: { backgroundImage }, base: { backgroundImage: null } },
    ...{ at: now(), userName: 'admin' },
  }));
  await db.insert(releaseChanges).values(changes);
  await setup.clock.elapse(25 * hour);
  await run();
  expect(new Set(await hashes())).toEqual(new Set([drafted, dropped]));
  await db.delete(releaseChanges).where(eq(releaseChanges.rowId, 2));
  await run();
  expect(await hashes()).toEqual([drafted]);
  await db.delete(releases);
  await run();
  expect(await hashes()).toEqual([]);
});

test('an old picture uploaded again is kept for another day, another one is not', async () => {
  const hash = await uploaded('#300');
  await uploaded('#400');
  await setup.clock.elapse(11 * hour);
  await uploaded('#300');
  await setup.clock.elapse(14 * hour);
  await run();
  expect(await hashes()).toEqual([hash]);
});

test('the list of picture columns is complete', async () => {
  const found = new Set<string>();
  for (const { table, schema } of allDefinitions) {
    for (const [field, rules] of Object.entries(schema.shape)) {
      if (fieldInfo.get(rules)?.slot) found.add(`${getTableName(table)}.${field}`);
    }
  }
  expect(found.size).toBeGreaterThan(20);
  expect(new Set(imageReferences.map(({ column }) => `${getTableName(column.table)}.${keyOf(column)}`))).toEqual(found);
});

/** The property of the table under which the column is reached. */
function keyOf(column: (typeof imageReferences)[number]['column']): string {
  // Tables are plain objects of columns to anyone but the type checker.
  const columns = castTo<Record<string, unknown>>(column.table);
  return Object.keys(columns).find((key) => columns[key] === column) ?? '';
}
