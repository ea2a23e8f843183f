import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { heading, makeSetup, person, revisionOf, type Setup } from './setup.ts';

let setup: Setup;
let api: Setup['api'];
beforeAll(async () => {
  setup = await makeSetup();
  ({ api } = setup);
});
afterAll(() => setup.server.stop());

test('a save in a release changes nothing that visitors see, and the preview shows it', async () => {
  const { id } = await setup.addPerson('Ada');
  const release = await setup.release();
  const [pageBefore, revisionBefore] = [await setup.page(), await revisionOf(setup)];
  await api.team.members.save.mutate({ id, values: person('Ada Augusta'), release });
  expect(await setup.people()).toEqual(['Ada']);
  expect(await setup.people(release)).toEqual(['Ada Augusta']);
  expect(await setup.page()).toBe(pageBefore);
  expect(await revisionOf(setup)).toBe(revisionBefore);
  const content = await api.releases.content.query({ id: release });
  expect(content.team?.members.map(({ firstName }) => firstName)).toEqual(['Ada Augusta']);
  expect(await api.releases.get.query({ id: release })).toMatchObject({
    state: 'open',
    conflicts: [],
    changes: [
      {
        action: 'save',
        isNew: false,
        name: 'Team member',
        title: 'Ada Augusta Field',
        userName: 'admin',
        fields: [{ field: 'firstName', label: 'First Name', from: 'Ada', to: 'Ada Augusta' }],
      },
    ],
  });
});

test('a save that gives the live values back leaves no change', async () => {
  const { id } = await setup.addPerson('Grace');
  const release = await setup.release();
  await api.team.members.save.mutate({ id, values: person('Other'), release });
  await api.team.members.save.mutate({ id, values: person('Grace'), release });
  expect((await api.releases.get.query({ id: release })).changes).toEqual([]);
});

test('new parents with new children, deletions and orders of a release are published together', async () => {
  const release = await setup.release();
  const [first, second] = [await setup.addPerson('First'), await setup.addPerson('Second')];
  const plans = await api.pricing.heading.save.mutate({ values: heading('Prices'), release });
  const plan = {
    title: 'Small boat',
    cost: '10',
    image: null,
    buttonText: 'Choose it',
    buttonLink: '#contact',
    tagValue: 'Newest',
    isActive: true,
    isBestPrice: false,
  };
  const { id: planId } = await api.pricing.plans.save.mutate({ parentId: plans.id, values: plan, release });
  const feature = { text: 'Everything', isActive: true };
  const { id: featureId } = await api.pricing.features.save.mutate({ parentId: planId, values: feature, release });
  await api.team.members.delete.mutate({ id: first.id, release });
  const added = await setup.addPerson('Added', release);
  const listed = await api.team.members.list.query({ parentId: setup.headingId, release });
  const from = listed.map(({ id }) => id);
  expect(from).toContain(added.id);
  await api.team.members.reorder.mutate({ ids: from.toReversed(), from, release });
  expect(await setup.people(release)).toEqual(listed.map(({ firstName }) => firstName).toReversed());
  expect(await setup.people()).toContain('First');
  expect(await api.pricing.plans.list.query({ parentId: plans.id })).toEqual([]);

  const before = await setup.page();
  await api.releases.publish.mutate({ id: release });
  expect(await setup.people()).toEqual(listed.map(({ firstName }) => firstName).toReversed());
  const [live] = await api.pricing.features.list.query({ parentId: planId });
  expect(live).toMatchObject({ id: featureId, text: 'Everything', version: 1 });
  expect(await setup.page()).not.toBe(before);
  const history = await api.history.list.query({ record: 'team.members', rowId: first.id });
  expect(history[0]).toMatchObject({ action: 'delete', cause: 'release', userName: 'admin' });

  await api.releases.undo.mutate({ id: release });
  expect(await setup.page()).toBe(before);
  expect(await setup.people()).toContain('First');
  expect(await api.releases.get.query({ id: release })).toMatchObject({ state: 'open', conflicts: [] });
  await api.releases.publish.mutate({ id: release });
  expect(await setup.people()).toEqual(listed.map(({ firstName }) => firstName).toReversed());
  await api.releases.undo.mutate({ id: release });
  expect(second.id).toBeGreaterThan(first.id);
});

test('a row that a release has added can be edited, moved below a row of the release, and removed again', async () => {
  const release = await setup.release();
  const { id } = await setup.addPerson('Draft', release);
  const link = { site: 'GitHub', link: 'https://example.com/draft', isActive: true } as const;
  await api.team.socialLinks.save.mutate({ parentId: id, values: link, release });
  const saved = await api.team.members.save.mutate({ id, version: 2, values: person('Draft, renamed'), release });
  expect(await setup.people(release)).toContain('Draft, renamed');
  await expect(
    api.team.members.save.mutate({ id, version: saved.version - 1, values: person('Late'), release }),
  ).rejects.toMatchObject({ data: { httpStatus: 409, current: { firstName: 'Draft, renamed' } } });
  await api.team.members.delete.mutate({ id, release });
  expect((await api.releases.get.query({ id: release })).changes).toEqual([]);
  await expect(api.team.socialLinks.save.mutate({ parentId: id, values: link, release })).rejects.toMatchObject({
    data: { httpStatus: 404 },
  });
});

test('two people in one release: the second form of a row is refused with the row as the release has it', async () => {
  const { id, version } = await setup.addPerson('Shared');
  const release = await setup.release();
  await api.team.members.save.mutate({ id, version, values: person('Of the first'), release });
  await expect(
    setup.other.team.members.save.mutate({ id, version, values: person('Of the second'), release }),
  ).rejects.toMatchObject({ data: { httpStatus: 409, current: { firstName: 'Of the first' } } });
  const rows = await Promise.all(
    Array.from({ length: 8 }, (_, place) =>
      (place % 2 ? api : setup.other).team.members.save.mutate({
        id,
        values: { ...person('Shared'), designation: `Engineer ${place}` },
        release,
      }),
    ),
  );
  const [row] = (await api.team.members.list.query({ release })).filter((known) => known.id === id);
  expect(Math.max(...rows.map((saved) => saved.version))).toBe(row?.version);
});

test('a creating save with one key adds one row, and other values correct it', async () => {
  const release = await setup.release();
  const key = randomBytes(16).toString('hex');
  const save = (name: string) =>
    api.team.members.save.mutate({ key, parentId: setup.headingId, values: person(name), release });
  const first = await save('Once');
  expect(await save('Once')).toEqual(first);
  expect((await save('Once, corrected')).id).toBe(first.id);
  expect((await setup.people(release)).filter((name) => name.startsWith('Once'))).toEqual(['Once, corrected']);
});

test('a published or cancelled release takes no edits, and a cancelled one can be opened again', async () => {
  const { id } = await setup.addPerson('Fixed');
  const release = await setup.release('Autumn');
  await api.team.members.save.mutate({ id, values: person('Fixed, changed'), release });
  await api.releases.cancel.mutate({ id: release });
  const refused = { data: { httpStatus: 409 }, message: 'The release “Autumn” is cancelled.' };
  await expect(api.team.members.save.mutate({ id, values: person('Late'), release })).rejects.toMatchObject(refused);
  await expect(api.releases.publish.mutate({ id: release })).rejects.toMatchObject(refused);
  await api.releases.reopen.mutate({ id: release });
  await api.releases.publish.mutate({ id: release });
  expect(await setup.people()).toContain('Fixed, changed');
  const published = { data: { httpStatus: 409 }, message: 'The release “Autumn” is published.' };
  for (const call of [
    () => api.team.members.save.mutate({ id, values: person('Late'), release }),
    () => api.team.members.delete.mutate({ id, release }),
    () => api.releases.publish.mutate({ id: release }),
    () => api.releases.cancel.mutate({ id: release }),
    () => api.releases.reopen.mutate({ id: release }),
  ])
    await expect(call()).rejects.toMatchObject(published);
  expect(await setup.people()).toContain('Fixed, changed');
});

test('an empty release is neither published nor scheduled', async () => {
  const id = await setup.release('Nothing');
  const refused = { data: { httpStatus: 409 }, message: 'The release “Nothing” has no changes.' };
  await expect(api.releases.publish.mutate({ id })).rejects.toMatchObject(refused);
  const time = { publishAt: '2026-03-30T08:00', timeZone: 'Europe/Berlin' };
  await expect(api.releases.schedule.mutate({ id, ...time })).rejects.toMatchObject(refused);
});

test('comments belong to a change of their release', async () => {
  const { id } = await setup.addPerson('Discussed');
  const [release, otherRelease] = [await setup.release(), await setup.release('Other')];
  await api.team.members.save.mutate({ id, values: person('Discussed, changed'), release });
  const [change] = (await api.releases.get.query({ id: release })).changes;
  const changeId = change?.id ?? 0;
  await setup.other.releases.comment.mutate({ id: release, changeId, text: 'Is this the right name?' });
  const comment = { id: otherRelease, changeId, text: 'Elsewhere' };
  await expect(api.releases.comment.mutate(comment)).rejects.toMatchObject({ data: { httpStatus: 404 } });
  expect((await api.releases.get.query({ id: release })).comments).toMatchObject([
    { changeId, userName: 'second', text: 'Is this the right name?' },
  ]);
});

test('a new order is described by the titles of its rows, and the list of releases has their times in words', async () => {
  await setup.addPerson('Alma');
  const release = await setup.release('Order');
  const from = (await api.team.members.list.query({ parentId: setup.headingId })).map(({ id }) => id);
  await api.team.members.reorder.mutate({ ids: from.toReversed(), from, release });
  const titles = (await setup.people()).map((name) => `${name} Field`);
  expect((await api.releases.get.query({ id: release })).changes).toMatchObject([
    { action: 'reorder', title: '', fields: [], order: { from: titles, to: titles.toReversed() } },
  ]);
  const words = 'Monday 30 March 2026, 08:00, Central European Summer Time (UTC+2)';
  await api.releases.schedule.mutate({ id: release, publishAt: '2026-03-30T08:00', timeZone: 'Europe/Berlin' });
  expect((await api.releases.list.query())[0]).toMatchObject({ state: 'scheduled', time: { words } });
  await api.releases.reopen.mutate({ id: release });
  expect((await api.releases.list.query())[0]).toMatchObject({ state: 'open', time: null });
});
