import { afterAll, beforeAll, expect, test } from 'vitest';
import { heading, makeSetup, person, type Setup } from './setup.ts';

let setup: Setup;
let api: Setup['api'];
let other: Setup['api'];
beforeAll(async () => {
  setup = await makeSetup();
  ({ api, other } = setup);
});
afterAll(() => setup.server.stop());

const get = (id: number) => api.releases.get.query({ id });
const row = async (id: number, release?: number) =>
  (await api.team.members.list.query({ release })).find((known) => known.id === id);
const decide = async (id: number, keep: 'release' | 'live') => {
  for (const { changeId, field } of (await get(id)).conflicts)
    await api.releases.decide.mutate({ id, changeId, field: field?.name, keep });
};
const needsDecision = { data: { httpStatus: 409 }, message: expect.stringContaining('must be decided before') };

test('fields that were changed live and fields of the release are published together', async () => {
  const { id } = await setup.addPerson('Ada');
  const release = await setup.release();
  await api.team.members.save.mutate({ id, values: person('Ada Augusta'), release });
  await other.team.members.save.mutate({ id, values: { ...person('Ada'), designation: 'Director' } });
  expect((await get(release)).conflicts).toEqual([]);
  expect(await row(id, release)).toMatchObject({ firstName: 'Ada Augusta', designation: 'Director' });
  await api.releases.publish.mutate({ id: release });
  expect(await row(id)).toMatchObject({ firstName: 'Ada Augusta', designation: 'Director' });
});

test.each(['release', 'live'] as const)('a field that was changed live too is asked: %s', async (keep) => {
  const { id } = await setup.addPerson('Grace');
  const neighbour = await setup.addPerson('Neighbour');
  const release = await setup.release();
  const values = { ...person('Of the release'), designation: 'Admiral' };
  await api.team.members.save.mutate({ id, values, release });
  await api.team.members.save.mutate({ id: neighbour.id, values: person('Neighbour, changed'), release });
  await other.team.members.save.mutate({ id, values: person('Live') });
  const { conflicts } = await get(release);
  expect(conflicts).toMatchObject([
    {
      kind: 'field',
      name: 'Team member',
      title: 'Live Field',
      field: { name: 'firstName', label: 'First Name' },
      base: 'Grace',
      live: 'Live',
      mine: 'Of the release',
    },
  ]);
  await expect(api.releases.publish.mutate({ id: release })).rejects.toMatchObject({
    ...needsDecision,
    message: 'The page has changed since: Team member “Live Field” must be decided before the release is published.',
  });
  expect(await row(id)).toMatchObject({ firstName: 'Live', designation: 'Engineer' });
  await decide(release, keep);
  expect((await get(release)).conflicts).toEqual([]);
  await api.releases.publish.mutate({ id: release });
  const firstName = keep === 'release' ? 'Of the release' : 'Live';
  expect(await row(id)).toMatchObject({ firstName, designation: 'Admiral' });
  expect(await row(neighbour.id)).toMatchObject({ firstName: 'Neighbour, changed' });
});

test.each(['release', 'live'] as const)('a deletion of a row that was changed live is asked: %s', async (keep) => {
  const { id } = await setup.addPerson('Leaves');
  const release = await setup.release();
  await api.team.members.delete.mutate({ id, release });
  const link = { site: 'GitHub', link: 'https://example.com/new', isActive: true } as const;
  await other.team.socialLinks.save.mutate({ parentId: id, values: link });
  expect((await get(release)).conflicts).toMatchObject([{ kind: 'changed', title: 'Leaves Field', live: ['GitHub'] }]);
  await expect(api.releases.publish.mutate({ id: release })).rejects.toMatchObject(needsDecision);
  await decide(release, keep);
  if (keep === 'live') {
    expect((await get(release)).changes).toEqual([]);
    expect(await row(id, release)).toBeDefined();
  } else {
    await api.releases.publish.mutate({ id: release });
    expect(await row(id)).toBeUndefined();
    await api.releases.undo.mutate({ id: release });
    expect((await api.team.socialLinks.list.query({ parentId: id })).map((known) => known.link)).toEqual([link.link]);
  }
});

test('a move of rows live does not meet a deletion', async () => {
  const [{ id }, second] = [await setup.addPerson('Moved'), await setup.addPerson('Beside')];
  const release = await setup.release();
  await api.team.members.delete.mutate({ id, release });
  const from = (await api.team.members.list.query({ parentId: setup.headingId })).map((known) => known.id);
  await other.team.members.reorder.mutate({ ids: from.toReversed(), from });
  expect((await get(release)).conflicts).toEqual([]);
  await api.releases.publish.mutate({ id: release });
  expect(await row(id)).toBeUndefined();
  expect(await row(second.id)).toBeDefined();
});

test.each(['release', 'live'] as const)('a change of a row that was deleted live is asked: %s', async (keep) => {
  const { id } = await setup.addPerson('Gone');
  const release = await setup.release();
  await api.team.members.save.mutate({ id, values: person('Gone, renamed'), release });
  await other.team.members.delete.mutate({ id });
  expect((await get(release)).conflicts).toMatchObject([{ kind: 'deleted', title: 'Gone, renamed' }]);
  await expect(api.releases.publish.mutate({ id: release })).rejects.toMatchObject(needsDecision);
  await decide(release, keep);
  if (keep === 'live') return expect((await get(release)).changes).toEqual([]);
  await api.releases.publish.mutate({ id: release });
  expect(await row(id)).toMatchObject({ firstName: 'Gone, renamed', designation: 'Engineer', version: 2 });
});

test('a child whose parent was deleted live is asked, and is published once the parent is back', async () => {
  const parent = await api.team.heading.save.mutate({ values: heading('Second team') });
  const release = await setup.release();
  const child = await api.team.members.save.mutate({ parentId: parent.id, values: person('Child'), release });
  const deletion = await other.team.heading.delete.mutate({ id: parent.id });
  const { conflicts } = await get(release);
  expect(conflicts).toMatchObject([{ kind: 'parent', title: 'Child Field' }]);
  await expect(api.releases.publish.mutate({ id: release })).rejects.toMatchObject(needsDecision);
  await expect(
    api.releases.decide.mutate({ id: release, changeId: conflicts[0]?.changeId ?? 0, keep: 'release' }),
  ).rejects.toMatchObject({ message: 'The record above it was deleted. Restore that one first.' });
  await api.history.undo.mutate({ revision: deletion.revision ?? 0 });
  expect((await get(release)).conflicts).toEqual([]);
  await api.releases.publish.mutate({ id: release });
  expect(await row(child.id)).toMatchObject({ parentId: parent.id, firstName: 'Child' });
});

test.each(['release', 'live'] as const)(
  'a list that was reordered live and in a release is asked: %s',
  async (keep) => {
    const { id: parentId } = await api.team.heading.save.mutate({ values: heading('Ordered') });
    const ids: number[] = [];
    for (const name of ['a', 'b', 'c']) {
      const saved = await api.team.members.save.mutate({ parentId, values: person(name) });
      ids.push(saved.id);
    }
    const [a = 0, b = 0, c = 0] = ids;
    const order = async (release?: number) =>
      (await api.team.members.list.query({ parentId, release })).map((known) => known.id);
    const release = await setup.release();
    await api.team.members.reorder.mutate({ ids: [c, a, b], from: ids, release });
    // A row that is added live is no conflict and stands last.
    const { id: d } = await other.team.members.save.mutate({ parentId, values: person('d') });
    expect((await get(release)).conflicts).toEqual([]);
    expect(await order(release)).toEqual([c, a, b, d]);
    await other.team.members.reorder.mutate({ ids: [b, a, c, d], from: [a, b, c, d] });
    expect((await get(release)).conflicts).toMatchObject([
      { kind: 'order', live: ['b Field', 'a Field', 'c Field', 'd Field'] },
    ]);
    await expect(api.releases.publish.mutate({ id: release })).rejects.toMatchObject(needsDecision);
    await decide(release, keep);
    if (keep === 'live') return expect(await order(release)).toEqual([b, a, c, d]);
    await api.releases.publish.mutate({ id: release });
    expect(await order()).toEqual([c, a, b, d]);
  },
);

test('clients are ordered by the Display Order of their form', async () => {
  const { id: parentId } = await api.clients.heading.save.mutate({ values: heading('Clients') });
  const client = (name: string, displayOrder: number) => ({
    name,
    displayOrder,
    healthCode: '',
    checkInterval: 'none' as const,
    telephonyClientId: null,
    logo: null,
    showOnHomePage: true,
    isActive: true,
  });
  const first = await api.clients.items.save.mutate({ parentId, values: client('First', 1) });
  const second = await api.clients.items.save.mutate({ parentId, values: client('Second', 2) });
  const release = await setup.release();
  await api.clients.items.reorder.mutate({ ids: [second.id, first.id], from: [first.id, second.id], release });
  const names = async (id?: number) => (await api.clients.items.list.query({ release: id })).map(({ name }) => name);
  expect([await names(), await names(release)]).toEqual([
    ['First', 'Second'],
    ['Second', 'First'],
  ]);
  await api.releases.publish.mutate({ id: release });
  expect(await names()).toEqual(['Second', 'First']);
});

test('a release whose rows have changed since its publication is not undone', async () => {
  const { id } = await setup.addPerson('Published');
  const release = await setup.release();
  await api.team.members.save.mutate({ id, values: person('Published, new'), release });
  await api.releases.publish.mutate({ id: release });
  await other.team.members.save.mutate({ id, values: person('Changed since') });
  await expect(api.releases.undo.mutate({ id: release })).rejects.toMatchObject({
    data: { httpStatus: 409 },
    message: 'Team member “Published, new Field” has changed since. Its history has all versions.',
  });
  expect(await row(id)).toMatchObject({ firstName: 'Changed since' });
  expect((await get(release)).state).toBe('published');
});

test('a field, or a whole change, is removed from a release', async () => {
  const { id } = await setup.addPerson('Kept');
  const release = await setup.release();
  await api.team.members.save.mutate({ id, values: { ...person('Kept, new'), designation: 'Chief' }, release });
  const [change] = (await get(release)).changes;
  await api.releases.drop.mutate({ id: release, changeId: change?.id ?? 0, field: 'firstName' });
  expect(await row(id, release)).toMatchObject({ firstName: 'Kept', designation: 'Chief' });
  await api.releases.drop.mutate({ id: release, changeId: change?.id ?? 0 });
  expect((await get(release)).changes).toEqual([]);
  expect(await row(id, release)).toMatchObject({ firstName: 'Kept', designation: 'Engineer' });
});

test('a new row that is removed from a release takes its new children along', async () => {
  const release = await setup.release();
  const added = await setup.addPerson('Parent', release);
  const link = { site: 'GitHub', link: 'https://example.com/child', isActive: true } as const;
  await api.team.socialLinks.save.mutate({ parentId: added.id, values: link, release });
  const change = (await get(release)).changes.find(({ rowId }) => rowId === added.id);
  await api.releases.drop.mutate({ id: release, changeId: change?.id ?? 0 });
  expect((await get(release)).changes).toEqual([]);
});
