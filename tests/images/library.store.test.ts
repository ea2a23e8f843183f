import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { imageHash } from '../../contract/image-hash.ts';
import type { ImageSlotName } from '../../contract/images.ts';
import { messages } from '../../contract/messages.ts';
import { loadContent } from '../../core/content/page-content.ts';
import { auditEntries } from '../../db/schema/audit.ts';
import { contentHistory } from '../../db/schema/history.ts';
import { images } from '../../db/schema/images.ts';
import { releases } from '../../db/schema/releases.ts';
import { teamHeadings } from '../../db/schema/team.ts';
import { trpcClient } from '../fixture/trpc.ts';
import { drawn } from './pictures.ts';
import { makeSetup, type Setup } from './setup.ts';

let setup: Setup;
let admin: ReturnType<typeof trpcClient>;
beforeAll(async () => {
  setup = await makeSetup();
  admin = trpcClient(setup.address, setup.adminToken);
});
afterAll(() => setup.close());
beforeEach(async () => {
  const { db } = setup.deps;
  for (const table of [images, contentHistory, releases, teamHeadings]) await db.delete(table);
  await setup.clock.elapse(60);
});

let color = 0;
/** Uploads a picture that no other test has. */
async function upload(name: string, format: 'png' | 'jpeg' = 'png', slot: ImageSlotName = 'background') {
  color += 1;
  const bytes = await drawn(format, 20, 20, `#${(color * 3000).toString(16).padStart(6, '0')}`);
  const answer = await setup.upload(slot, bytes, { name, type: `image/${format}` });
  // Uploads of one moment have no order.
  await setup.clock.elapse(1);
  return imageHash(answer.body.Data.hash);
}

const hashes = async (filter: Parameters<typeof admin.images.list.query>[0] = {}) =>
  (await admin.images.list.query(filter)).rows.map(({ hash }) => hash);

/** A team with members who have these photos. */
async function team(...members: { firstName: string; photo: ReturnType<typeof imageHash> | null }[]) {
  const values = { title: 'Crew', subTitle: 'Who sails', isActive: true, backgroundImage: null };
  const heading = await admin.team.heading.save.mutate({ values });
  const ids: number[] = [];
  for (const member of members) {
    const common = { lastName: 'Berg', designation: 'Skipper', description: 'At sea', isActive: true };
    ids.push((await admin.team.members.save.mutate({ parentId: heading.id, values: { ...common, ...member } })).id);
  }
  return { headingId: heading.id, values, ids };
}

const photos = async () => (await admin.team.members.list.query({})).map(({ photo }) => photo);

describe('what is kept with a picture', () => {
  test.each([
    ['photo.png', 'photo.png'],
    ['C:\\Users\\anna\\Küste 1.png', 'Küste 1.png'],
    ['../../etc/passwd', 'passwd'],
    [`${'x'.repeat(200)}.png`, `${'x'.repeat(116)}.png`],
  ])('the file name %s', async (sent, kept) => {
    const hash = await upload(sent);
    expect(await admin.images.details.query({ hash })).toMatchObject({
      ...{ fileName: kept, format: 'png', width: 20, height: 20, focus: null, altText: null },
    });
  });

  test('a focal point and an alternative text reach the page with the next read, and the audit log', async () => {
    const photo = await upload('anna.png');
    await team({ firstName: 'Anna', photo });
    const pictureOf = async () => (await loadContent(setup.deps.db)).images[photo];
    const bare = { width: 20, height: 20, placeholder: expect.stringMatching(/^data:/) };
    expect(await pictureOf()).toEqual(bare);
    await admin.images.describe.mutate({ hash: photo, focus: { x: 80, y: 0 }, altText: ' Anna at the helm ' });
    expect(await pictureOf()).toMatchObject({ alt: 'Anna at the helm', focus: { x: 80, y: 0 } });
    await admin.images.describe.mutate({ hash: photo, focus: null, altText: '' });
    expect(await pictureOf()).toEqual({ ...bare, alt: '' });
    const { db } = setup.deps;
    const entries = await db.select().from(auditEntries).where(eq(auditEntries.action, 'images.describe'));
    expect(entries.map(({ recordId, outcome, fields }) => [recordId, outcome, fields])).toEqual([
      [photo, 'done', 'focus, altText'],
      [photo, 'done', 'focus, altText'],
    ]);
  });

  test('limits hold on the server', async () => {
    const hash = await upload('a.png');
    const describe = (x: number, altText: string) =>
      admin.images.describe.mutate({ hash, focus: { x, y: 50 }, altText });
    await expect(describe(101, '')).rejects.toThrow();
    await expect(describe(0.5, '')).rejects.toThrow();
    await expect(describe(50, 'x'.repeat(251))).rejects.toThrow('at most 250 characters');
    await describe(50, 'x'.repeat(250));
    const unknown = imageHash('0'.repeat(32));
    await expect(admin.images.describe.mutate({ hash: unknown, focus: null, altText: null })).rejects.toThrow(
      'This picture',
    );
  });
});

describe('the library', () => {
  test('has the newest first, and finds words of names, texts and places in any case', async () => {
    const [first, second, third] = [await upload('ÄRMEL.png'), await upload('b.png'), await upload('c.jpg', 'jpeg')];
    await admin.images.describe.mutate({ hash: second, focus: null, altText: 'A lighthouse in fog' });
    await team({ firstName: 'Ingrid', photo: third });
    expect(await hashes()).toEqual([third, second, first]);
    expect(await hashes({ text: 'ärmel' })).toEqual([first]);
    expect(await hashes({ text: 'FOG lighthouse' })).toEqual([second]);
    expect(await hashes({ text: 'ingrid berg' })).toEqual([third]);
    expect(await hashes({ text: 'lighthouse ingrid' })).toEqual([]);
    expect(await hashes({ isPng: true })).toEqual([second, first]);
    expect(await hashes({ isUnused: true })).toEqual([second, first]);
    const page = await admin.images.list.query({ page: 2 });
    expect([page.rows, page.count]).toEqual([[], 3]);
  });

  test('names the rows, the releases and the versions that have a picture', async () => {
    const photo = await upload('anna.png', 'png', 'memberPhoto');
    const { headingId, ids } = await team({ firstName: 'Anna', photo }, { firstName: 'Ben', photo });
    const { id: release } = await admin.releases.create.mutate({ name: 'Spring' });
    const common = { title: 'Crew', subTitle: '', isActive: true };
    await admin.team.heading.save.mutate({
      id: headingId,
      release,
      values: { ...common, subTitle: 'b', backgroundImage: photo },
    });
    await setup.draw();
    const { hash, thumbnail, places, releases, versions, size } = await admin.images.get.query({ hash: photo });
    expect([hash, thumbnail, releases, versions]).toEqual([photo, 320, 1, 2]);
    expect(size).toBeGreaterThan(50);
    expect(
      places.map(({ id, parentId, title, name, label, slot }) => [id, parentId, title, name, label, slot]),
    ).toEqual(
      ids.map((id, index) => [
        ...[id, headingId, index === 0 ? 'Anna Berg' : 'Ben Berg', 'Team member', 'Profile Photo', 'memberPhoto'],
      ]),
    );
  });
});

describe('replace everywhere', () => {
  test('is one change, which can be undone', async () => {
    const [old, other, next] = [await upload('old.png'), await upload('other.png'), await upload('next.jpg', 'jpeg')];
    await team(
      { firstName: 'Anna', photo: old },
      { firstName: 'Ben', photo: other },
      { firstName: 'Cleo', photo: old },
    );
    const { revision, places } = await admin.images.replace.mutate({ from: old, to: next });
    expect([await photos(), places]).toEqual([[next, other, next], 2]);
    const changed = await setup.deps.db
      .select()
      .from(contentHistory)
      .where(eq(contentHistory.revision, revision ?? 0));
    expect(changed.map(({ record, cause }) => `${record} ${cause}`)).toEqual([
      'team.members edit',
      'team.members edit',
    ]);
    await admin.history.undo.mutate({ revision: revision ?? 0 });
    expect(await photos()).toEqual([old, other, old]);
  });

  test('refuses a picture that does not fit one of the slots, and changes nothing', async () => {
    const [old, jpeg, png] = [await upload('old.png'), await upload('next.jpg', 'jpeg'), await upload('next.png')];
    await team({ firstName: 'Anna', photo: old });
    const values = { title: 'Where', subTitle: 'Here', isActive: true, backgroundImage: old };
    await admin.contactDetails.heading.save.mutate({ values });
    await expect(admin.images.replace.mutate({ from: old, to: jpeg })).rejects.toThrow(messages.pngOnly);
    expect(await photos()).toEqual([old]);
    expect((await admin.images.replace.mutate({ from: old, to: png })).places).toBe(2);
    await expect(admin.images.replace.mutate({ from: png, to: imageHash('0'.repeat(32)) })).rejects.toThrow(
      'new picture',
    );
  });
});

describe('removal', () => {
  test('a picture of a row, a release or a version stays, with the place in the refusal', async () => {
    const [photo, unused, former] = [await upload('anna.png'), await upload('unused.png'), await upload('former.png')];
    const { headingId, values, ids } = await team({ firstName: 'Anna', photo }, { firstName: 'Ben', photo });
    const remove = (hash: typeof photo) => admin.images.remove.mutate({ hash });
    await expect(remove(photo)).rejects.toThrow('Team member “Anna Berg” and 1 more place use this picture.');
    await admin.team.heading.save.mutate({ id: headingId, values: { ...values, backgroundImage: former } });
    await admin.team.heading.save.mutate({ id: headingId, values });
    await expect(remove(former)).rejects.toThrow('The history keeps this picture');
    const { id: release } = await admin.releases.create.mutate({ name: 'Spring' });
    const waiting = await upload('waiting.png');
    await admin.team.heading.save.mutate({ id: headingId, release, values: { ...values, backgroundImage: waiting } });
    await expect(remove(waiting)).rejects.toThrow('A release uses this picture.');
    await remove(unused);
    await expect(remove(unused)).rejects.toThrow('This picture');
    expect(new Set(await hashes())).toEqual(new Set([photo, former, waiting]));
    expect(ids).toHaveLength(2);
  });

  test('of all unused pictures is counted first, and leaves those of forms that may be open', async () => {
    const [used, unused, second] = [await upload('a.png'), await upload('b.png'), await upload('c.png')];
    await team({ firstName: 'Anna', photo: used });
    expect(await admin.images.unused.query()).toEqual({ count: 0, bytes: 0 });
    await setup.draw();
    await setup.clock.elapse(3600);
    const fresh = await upload('d.png');
    const { count, bytes } = await admin.images.unused.query();
    expect(count).toBe(2);
    const { rows } = await admin.images.list.query({ isUnused: true });
    const originals = rows.filter(({ hash }) => hash !== fresh).map(({ size }) => size);
    // With the drawn variants.
    expect(bytes).toBeGreaterThan(originals.reduce((sum, size) => sum + size));
    expect(await hashes({ isUnused: true })).toEqual([fresh, second, unused]);
    expect(await admin.images.removeUnused.mutate()).toEqual({ removed: 2 });
    expect(await hashes()).toEqual([fresh, used]);
  });
});
