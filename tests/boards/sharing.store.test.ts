import { afterEach, beforeEach, expect, test } from 'vitest';
import { auditEntries } from '../../db/schema/audit.ts';
import { boardShares } from '../../db/schema/boards.ts';
import { telephonyClients } from '../../db/schema/telephony.ts';
import type { FakeBoard } from '../fakes/trello.ts';
import { addLabel, addList, makeBoard, touch } from '../fakes/trello-boards.ts';
import { makeSetup, type Role, type Setup } from './setup.ts';

let setup: Setup;
let travel: FakeBoard;
let salaries: FakeBoard;
beforeEach(async () => {
  setup = await makeSetup();
  travel = makeBoard('Travel');
  salaries = makeBoard('Salaries');
  for (const board of [travel, salaries]) {
    addList(board, `List of ${board.name}`);
    addLabel(board, `Label of ${board.name}`);
  }
  setup.trello.boards.push(travel, salaries);
  await setup.sync();
  for (const [place, board] of [travel, salaries].entries()) {
    await setup.call('savecategory', { Name: `Category of ${board.name}` });
    const labelId = board.labels[0]?.id;
    await setup.call('addboardcategorylabel', { TrelloBoardLableId: labelId, TrelloBoardCategoryId: place + 1 });
  }
});
afterEach(() => setup.remove());

/** Everything of boards that a user can read, over each REST path, each procedure and the download. */
async function seenBy(as: Role) {
  const names = async (path: string, method: 'GET' | 'POST' = 'POST', body?: unknown) => {
    const { status, Data } = await setup.call(path, body, as, method);
    const rows: { name?: string; Name?: string }[] = status === 200 ? Data : [];
    return status === 200 ? rows.map(({ name, Name }) => name ?? Name) : status;
  };
  const procedure = async (name: string, input?: unknown) => {
    const query = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`;
    const response = await setup.send('GET', `/trpc/boards.${name}${query}`, as);
    const rows: { name: string }[] = response.statusCode === 200 ? response.json().result.data : [];
    return response.statusCode === 200 ? rows.map((row) => row.name) : response.statusCode;
  };
  const each = async (read: (board: FakeBoard, place: number) => unknown) =>
    Promise.all([travel, salaries].map((board, place) => read(board, place)));
  const report = async (board: FakeBoard, format: string, method: 'GET' | 'HEAD' = 'GET') =>
    (await setup.send(method, `/api/trello/exportlistexpense?listId=${board.lists[0]?.id}&format=${format}`, as))
      .statusCode;
  const both = {
    boards: [await names('getboards'), await procedure('list')],
    labels: [await names('getalllabellist', 'GET'), await procedure('labels')],
    categories: [await names('getlabelcatogery', 'GET'), await procedure('categories')],
    lists: [
      await each(({ id }) => names('getboardlists', 'POST', { BoardId: id })),
      await each(({ id }) => procedure('lists', { boardId: id })),
    ],
    categoryLabels: [
      await each((_board, place) => names('getcategorylabellist', 'POST', { CategoryId: place + 1 })),
      await each((_board, place) => procedure('categoryLabels', { categoryId: place + 1 })),
    ],
    reports: [await each((board) => report(board, 'xlsx')), await each((board) => report(board, 'csv'))],
  };
  expect(await each((board) => report(board, 'csv', 'HEAD'))).toEqual(both.reports[0]);
  // REST and procedures agree.
  for (const [one, other] of Object.values(both)) expect(one).toEqual(other);
  return Object.fromEntries(Object.entries(both).map(([name, [one]]) => [name, one]));
}

const nothing = {
  boards: [],
  labels: [],
  categories: [],
  lists: [404, 404],
  categoryLabels: [404, 404],
  reports: [404, 404],
};
const onlyTravel = {
  boards: ['Travel'],
  labels: ['Label of Travel'],
  categories: ['Category of Travel'],
  lists: [['List of Travel'], 404],
  categoryLabels: [['Label of Travel'], 404],
  reports: [200, 404],
};

test('clients see no board by default, and a shared board only through their own account', async () => {
  for (const role of ['client', 'neighbour', 'unlinked'] as const) expect(await seenBy(role)).toEqual(nothing);
  expect(await setup.share(travel.id)).toBe(200);
  expect(await seenBy('client')).toEqual(onlyTravel);
  expect(await seenBy('neighbour')).toEqual(nothing);
  expect(await seenBy('unlinked')).toEqual(nothing);
  expect(await seenBy('admin')).toMatchObject({ boards: ['Salaries', 'Travel'], reports: [200, 200] });
});

test('a category with labels of two boards shows a client the labels of the shared board only', async () => {
  const labelId = salaries.labels[0]?.id;
  await setup.call('addboardcategorylabel', { TrelloBoardLableId: labelId, TrelloBoardCategoryId: 1 });
  await setup.share(travel.id);
  expect(await seenBy('client')).toEqual(onlyTravel);
});

test('the end of a share leaves the shares of other boards and accounts', async () => {
  const { client, neighbour } = setup.accounts;
  for (const board of [travel, salaries])
    for (const account of [client, neighbour]) await setup.share(board.id, account);
  expect(await setup.share(salaries.id, client, 'unshare')).toBe(200);
  expect(await setup.boards()).toMatchObject([
    { name: 'Salaries', sharedWith: [neighbour] },
    { name: 'Travel', sharedWith: [client, neighbour] },
  ]);
  expect(await seenBy('client')).toEqual(onlyTravel);
  expect(await setup.boards('client')).toMatchObject([{ name: 'Travel', sharedWith: [] }]);
  expect(await seenBy('neighbour')).toMatchObject({ boards: ['Salaries', 'Travel'] });
});

test('only Admins share, with accounts and boards that exist; repetitions change nothing', async () => {
  for (const procedure of ['share', 'unshare']) {
    expect(await setup.share(travel.id, setup.accounts.client, procedure, 'client')).toBe(403);
    expect(await setup.share(travel.id, setup.accounts.client, procedure, 'visitor')).toBe(401);
    expect(await setup.share('f'.repeat(24), setup.accounts.client, procedure)).toBe(404);
    expect(await setup.share(travel.id, 999, procedure)).toBe(404);
  }
  expect(await setup.deps.db.$count(boardShares)).toBe(0);
  for (let time = 0; time < 2; time += 1) expect(await setup.share(travel.id)).toBe(200);
  expect(await setup.deps.db.$count(boardShares)).toBe(1);
  const entries = (await setup.deps.db.select().from(auditEntries)).filter(({ action }) => action === 'boards.share');
  expect(JSON.stringify(entries[0]?.changes)).toContain('Harbour');
});

test('a share survives a sync, and ends with its board or its account', async () => {
  const { client, neighbour } = setup.accounts;
  for (const board of [travel, salaries])
    for (const account of [client, neighbour]) await setup.share(board.id, account);
  touch(travel);
  await setup.sync();
  expect(await setup.deps.db.$count(boardShares)).toBe(4);
  setup.trello.boards.splice(1, 1);
  await setup.sync();
  expect(await setup.boards()).toMatchObject([{ name: 'Travel', sharedWith: [client, neighbour] }]);
  const { eq } = await import('drizzle-orm');
  await setup.deps.db.delete(telephonyClients).where(eq(telephonyClients.id, client));
  expect(await setup.boards()).toMatchObject([{ name: 'Travel', sharedWith: [neighbour] }]);
});

test('a client does not learn the names of other boards from the state of the sync', async () => {
  setup.trello.interfere = (path) => (path.includes(salaries.id) ? { status: 503, body: '' } : undefined);
  touch(salaries);
  const { boardSync } = await import('../../db/schema/boards.ts');
  const running = { state: 'running', currentBoard: 'Salaries', boardsTotal: 2, lastError: 'Salaries' } as const;
  await setup.deps.db.update(boardSync).set({ ...running, aliveAt: setup.time.now });
  const status = (await setup.send('GET', '/trpc/boards.status', 'client')).body;
  expect(status).toContain('"state":"running"');
  expect(status).not.toContain('Salaries');
  expect((await setup.send('GET', '/trpc/boards.status', 'admin')).body).toContain('Salaries');
});
