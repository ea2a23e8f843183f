import { afterAll, beforeAll, expect, test } from 'vitest';
import { addLabel, addList, makeBoard } from '../fakes/trello-boards.ts';
import { makeSetup, type Setup } from './setup.ts';

let setup: Setup;
let labelId = '';
let boardId = '';
beforeAll(async () => {
  setup = await makeSetup();
  const travel = makeBoard('Travel', { desc: 'Every trip' });
  boardId = travel.id;
  addList(travel, 'April', { pos: 2 });
  addList(travel, 'March', { pos: 1 });
  addList(travel, 'Old', { pos: 0, closed: true });
  labelId = addLabel(travel, 'Hotel').id;
  addLabel(travel, '', 'red_dark');
  const office = makeBoard('Office', { closed: true, url: 'javascript:alert(1)' });
  setup.trello.boards.push(travel, office);
  await setup.sync();
  for (const { id } of [travel, office]) await setup.share(id);
});
afterAll(() => setup.remove());

const unknown = 'ffffffffffffffffffffffff';

test('boards and lists, archived ones last and marked', async () => {
  const boards = await setup.call('getboards', undefined, 'client');
  expect(boards).toMatchObject({ status: 200, Status: 0 });
  expect(boards.Data).toEqual([
    { id: boardId, name: 'Travel', description: 'Every trip', url: expect.stringMatching(/^https:/), IsArchived: 0 },
    { id: expect.any(String), name: 'Office', description: '', url: '', IsArchived: 1 },
  ]);
  const lists = await setup.call('getboardlists', { BoardId: boardId }, 'client');
  expect(lists.Data.map(({ name, IsArchived }: { name: string; IsArchived: number }) => [name, IsArchived])).toEqual([
    ['March', 0],
    ['April', 0],
    ['Old', 1],
  ]);
  expect(Object.keys(lists.Data[0])).toEqual(['TrelloBoardListId', 'name', 'IsArchived']);
});

test('categories are created and renamed, a label is added to one once', async () => {
  expect(await setup.call('savecategory', { Name: 'Lodging' })).toMatchObject({ status: 200, Data: 1 });
  const all = () => setup.call('getlabelcatogery', undefined, 'admin', 'GET');
  const categories = () => setup.call('getlabelcatogery', undefined, 'client', 'GET');
  expect(await setup.call('savecategory', { Name: 'Meals' })).toMatchObject({ status: 200, Data: 1 });
  const [{ Id }, neighbour] = (await all()).Data;
  expect(await setup.call('savecategory', { CategoryId: Id, Name: 'Travel ' })).toMatchObject({ status: 200, Data: 1 });
  expect((await all()).Data).toEqual([neighbour, { Id, Name: 'Travel' }]);
  expect(await setup.call('savecategory', { CategoryId: 0, Name: 'TRAVEL' })).toMatchObject({ status: 409, Status: 1 });

  expect((await setup.call('getalllabellist', undefined, 'client', 'GET')).Data).toEqual([
    { Id: expect.any(String), Name: 'Dark red' },
    { Id: labelId, Name: 'Hotel' },
  ]);
  const add = () => setup.call('addboardcategorylabel', { TrelloBoardLableId: labelId, TrelloBoardCategoryId: Id });
  expect(await add()).toMatchObject({ status: 200, Data: 1 });
  expect(await add()).toMatchObject({ status: 409, Message: 'The label “Hotel” is in this category already.' });
  const labels = await setup.call('getcategorylabellist', { CategoryId: Id }, 'client');
  expect(labels.Data).toEqual([{ Id: labelId, Name: 'Hotel' }]);
  expect((await categories()).Data).toEqual([{ Id, Name: 'Travel' }]);
  expect((await setup.call('getcategorylabellist', { CategoryId: neighbour.Id })).Data).toEqual([]);

  // The same label in another category and another label in the same one outlive a removal.
  const other = (await setup.call('getalllabellist', undefined, 'admin', 'GET')).Data[0].Id;
  for (const [TrelloBoardLableId, TrelloBoardCategoryId] of [
    [other, Id],
    [labelId, neighbour.Id],
  ])
    await setup.call('addboardcategorylabel', { TrelloBoardLableId, TrelloBoardCategoryId });
  const remove = () => setup.send('POST', '/trpc/boards.removeLabel', 'admin', { labelId, categoryId: Id });
  expect((await remove()).statusCode).toBe(200);
  expect((await setup.call('getcategorylabellist', { CategoryId: Id })).Data).toEqual([
    { Id: other, Name: 'Dark red' },
  ]);
  expect((await setup.call('getcategorylabellist', { CategoryId: neighbour.Id })).Data).toEqual([
    { Id: labelId, Name: 'Hotel' },
  ]);
  expect((await remove()).statusCode).toBe(404);
});

test.each([
  ['getboardlists', { BoardId: 'xyz' }, 400, ['BoardId']],
  ['getboardlists', {}, 400, ['BoardId']],
  ['getboardlists', { BoardId: 12 }, 400, ['BoardId']],
  ['getboardlists', { BoardId: unknown }, 404, []],
  ['getcategorylabellist', { CategoryId: 'abc' }, 400, ['CategoryId']],
  ['getcategorylabellist', {}, 400, ['CategoryId']],
  ['getcategorylabellist', { CategoryId: 999 }, 404, []],
  ['addboardcategorylabel', {}, 400, ['TrelloBoardCategoryId', 'TrelloBoardLableId']],
  ['addboardcategorylabel', { TrelloBoardLableId: unknown, TrelloBoardCategoryId: 1 }, 404, []],
  ['addboardcategorylabel', { TrelloBoardLableId: unknown, TrelloBoardCategoryId: 999 }, 404, []],
  ['addboardcategorylabel', { TrelloBoardLableId: "' or 1=1", TrelloBoardCategoryId: 1 }, 400, ['TrelloBoardLableId']],
  ['savecategory', {}, 400, ['Name']],
  ['savecategory', { Name: '   ' }, 400, ['Name']],
  ['savecategory', { Name: 'x'.repeat(121) }, 400, ['Name']],
  ['savecategory', { Name: { a: 1 } }, 400, ['Name']],
  ['savecategory', { CategoryId: 999, Name: 'Nowhere' }, 404, []],
  ['savecategory', { CategoryId: 1e12, Name: 'Huge' }, 400, ['CategoryId']],
])('%s %j answers %i', async (path, body, status, fields) => {
  const answer = await setup.call(path, body);
  expect(answer).toMatchObject({ status, Status: status === 400 ? 3 : 1 });
  expect(Object.keys(answer.Data?.fields ?? {}).toSorted()).toEqual(fields);
});

test('clients can only read, visitors cannot', async () => {
  const writes = ['synctrello', 'addboardcategorylabel', 'savecategory'];
  for (const path of writes) {
    expect(await setup.call(path, {}, 'client')).toMatchObject({ status: 403, Status: 1 });
    expect(await setup.call(path, {}, 'visitor')).toMatchObject({ status: 401, Status: 5 });
  }
  for (const path of ['getboards', 'getboardlists', 'getcategorylabellist'])
    expect(await setup.call(path, {}, 'visitor')).toMatchObject({ status: 401 });
  for (const path of ['getlabelcatogery', 'getalllabellist', `exportlistexpense?listId=${unknown}`])
    expect(await setup.call(path, undefined, 'visitor', 'GET')).toMatchObject({ status: 401 });
});

test('without credentials no request is sent and the answer names what is missing', async () => {
  const alone = await makeSetup({ isConnected: false });
  await alone.sync();
  expect(alone.trello.requests).toEqual([]);
  expect(await alone.call('synctrello')).toMatchObject({ status: 409, Message: expect.stringContaining('TRELLO_KEY') });
  expect(await alone.call('getboards')).toMatchObject({ status: 200, Data: [] });
  expect(await alone.status()).toMatchObject({ isConnected: false, state: 'idle' });
  await alone.remove();
});
