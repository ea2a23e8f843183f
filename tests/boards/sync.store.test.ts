import { asc } from 'drizzle-orm';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { boardCards, boardLists, boardSync, boards } from '../../db/schema/boards.ts';
import { handlers, startJobs } from '../../workers/jobs/index.ts';
import { until } from '../fakes/clock.ts';
import type { FakeBoard, FakeList } from '../fakes/trello.ts';
import { addCard, addField, addLabel, numberItem, touch } from '../fakes/trello-boards.ts';
import { makeSetup, type Setup } from './setup.ts';
import { addTwoBoards } from './two-boards.ts';

let setup: Setup;
beforeEach(async () => {
  setup = await makeSetup();
});
afterEach(() => setup.remove());

const paths = () => setup.trello.requests.splice(0).map(({ path }) => path.replace(/\?.*/, ''));
const cards = () => setup.deps.db.select().from(boardCards).orderBy(asc(boardCards.name));
const cardNames = async () => (await cards()).map(({ name }) => name);

const twoBoards = () => addTwoBoards(setup.trello);

test('boards, lists, labels, fields and cards are copied, with one request for each board', async () => {
  const { travel, march } = twoBoards();
  const label = addLabel(travel, '', 'green_dark');
  const field = addField(travel, 'Amount');
  addCard(travel, march, 'Dinner', {
    desc: 'with the pilots',
    due: '2026-03-05T18:00:00.000Z',
    idLabels: [label.id],
    customFieldItems: [numberItem(field, '86.20')],
  });
  await setup.sync();
  expect(paths()).toEqual(['/1/members/me/boards', ...setup.trello.boards.map(({ id }) => `/1/boards/${id}`)]);
  expect(await cardNames()).toEqual(['Dinner', 'Hotel', 'Paper', 'Train']);
  const [dinner] = await cards();
  expect(dinner).toMatchObject({
    listId: march.id,
    description: 'with the pilots',
    date: new Date('2026-03-05T18:00:00Z'),
    labelIds: [label.id],
    values: { [field.id]: '86.20' },
  });
  expect(await setup.status()).toMatchObject({
    state: 'idle',
    succeededAt: setup.time.now,
    lastError: null,
    boardsDone: 2,
  });
});

test('the credentials go in a header and never in an address', async () => {
  twoBoards();
  await setup.sync();
  expect(setup.trello.requests.length).toBe(3);
  for (const { path, authorization } of setup.trello.requests) {
    expect(authorization).toBe(`OAuth oauth_consumer_key="${setup.trello.key}", oauth_token="${setup.trello.token}"`);
    expect(path).not.toContain(setup.trello.key);
    expect(path).not.toContain(setup.trello.token);
  }
});

test('boards without new activity cost one request together, and all are read again after a day', async () => {
  const { travel, march } = twoBoards();
  await setup.sync();
  paths();
  await setup.sync();
  expect(paths()).toEqual(['/1/members/me/boards']);
  addCard(travel, march, 'Taxi');
  touch(travel);
  await setup.sync();
  expect(paths()).toEqual(['/1/members/me/boards', `/1/boards/${travel.id}`]);
  expect(await cardNames()).toContain('Taxi');
  setup.time.now = new Date(Number(setup.time.now) + 25 * 3_600_000);
  await setup.sync();
  expect(paths()).toHaveLength(3);
});

test('archived records stay and are marked, deleted ones go, moved ones follow', async () => {
  const { travel, office, march, april, bought } = twoBoards();
  await setup.sync();
  const [hotel, train] = travel.cards;
  const [paper] = office.cards;
  if (!hotel || !train || !paper) throw new Error('no cards');
  travel.cards.splice(1, 1);
  hotel.idList = april.id;
  march.closed = true;
  paper.closed = true;
  office.closed = true;
  touch(travel);
  touch(office);
  await setup.sync();
  const { db } = setup.deps;
  expect(await cards()).toMatchObject([
    { name: 'Hotel', listId: april.id, isArchived: false },
    { name: 'Paper', listId: bought.id, isArchived: true },
  ]);
  expect(await db.select().from(boardLists).orderBy(asc(boardLists.name))).toMatchObject([
    { name: 'April', isArchived: false },
    { name: 'Bought', isArchived: false },
    { name: 'March', isArchived: true },
  ]);
  // To another board, in either order of reading.
  travel.cards = [];
  office.cards.push({ ...hotel, idList: bought.id });
  touch(travel);
  touch(office);
  await setup.sync();
  setup.trello.boards.reverse();
  office.cards = [];
  travel.cards = [{ ...paper, idList: april.id }];
  touch(travel);
  touch(office);
  await setup.sync();
  expect(await cards()).toMatchObject([{ name: 'Paper', listId: april.id }]);
  setup.trello.boards.splice(setup.trello.boards.indexOf(office), 1);
  await setup.sync();
  expect(await db.select().from(boards)).toMatchObject([{ name: 'Travel', isArchived: false }]);
});

test('a label deleted at Trello leaves its category and the report; other labels and categories stay', async () => {
  const { travel, march } = twoBoards();
  const [hotel, train] = [addLabel(travel, 'Hotel label'), addLabel(travel, 'Train label')];
  const [card] = travel.cards;
  if (!card) throw new Error('no card');
  card.name = 'Night $80';
  card.idLabels = [hotel.id, train.id];
  await setup.sync();
  for (const [place, label] of [hotel, train].entries()) {
    await setup.call('savecategory', { Name: `Category of ${label.name}` });
    await setup.call('addboardcategorylabel', { TrelloBoardLableId: label.id, TrelloBoardCategoryId: place + 1 });
  }
  const namesIn = async (CategoryId: number) =>
    (await setup.call('getcategorylabellist', { CategoryId })).Data.map(({ Name }: { Name: string }) => Name);
  const row = async () => {
    const { body } = await setup.send('GET', `/api/trello/exportlistexpense?listId=${march.id}&format=csv`, 'admin');
    return body.split('\r\n').find((line) => line.includes('Night'));
  };
  expect(await row()).toContain('"Hotel label, Train label","Category of Hotel label, Category of Train label"');
  travel.labels = [train];
  touch(travel);
  await setup.sync();
  expect([await namesIn(1), await namesIn(2)]).toEqual([[], ['Train label']]);
  expect((await setup.call('getlabelcatogery', undefined, 'admin', 'GET')).Data).toHaveLength(2);
  expect(await row()).toContain(',Train label,Category of Train label,');
  const again = { TrelloBoardLableId: hotel.id, TrelloBoardCategoryId: 1 };
  expect(await setup.call('addboardcategorylabel', again)).toMatchObject({ status: 404 });
});

test('a second sync during the first is refused with its progress', async () => {
  twoBoards();
  setup.trello.delay = 30;
  await startJobs(setup.deps);
  await until(async () => (await setup.status()).boardsTotal === 2);
  const answer = await setup.call('synctrello');
  expect(answer).toMatchObject({ status: 409, Status: 1 });
  expect(answer.Message).toMatch(/^A sync is under way: [01] of 2 boards are done\.$/);
  expect(await setup.status()).toMatchObject({ state: 'running', boardsTotal: 2 });
  await setup.settled();
  expect(setup.trello.requests.filter(({ path }) => path.includes('/members/me'))).toHaveLength(1);
});

test('the button starts a sync, and a waiting sync is not requested twice', async () => {
  twoBoards();
  await startJobs(setup.deps);
  await until(async () => (await setup.status()).succeededAt !== null);
  await setup.settled();
  addCard(...firstOf(setup.trello.boards), 'Taxi');
  setup.trello.boards.forEach(touch);
  await setup.deps.queue.pause();
  paths();
  expect((await setup.call('synctrello')).status).toBe(200);
  expect(await setup.status()).toMatchObject({ state: 'waiting', retryAt: null });
  expect(await setup.call('synctrello')).toMatchObject({ status: 409, Message: 'A sync is under way.' });
  await setup.deps.queue.resume();
  await until(async () => (await cardNames()).includes('Taxi'));
  await setup.settled();
  // Requests at the same moment start one sync.
  await Promise.all([setup.call('synctrello'), setup.call('synctrello')]);
  await setup.settled();
  expect(paths().filter((path) => path === '/1/members/me/boards').length).toBeLessThanOrEqual(3);
});

test('the button ends the wait for a retry, which the status shows until then', async () => {
  twoBoards();
  setup.trello.interfere = () => ({ status: 503, body: '', headers: { 'retry-after': '0' } });
  await startJobs(setup.deps);
  await until(async () => (await setup.status()).retryAt !== null);
  expect(await setup.status()).toMatchObject({ state: 'idle', lastError: expect.stringContaining('503') });
  // The first request of the button fails as well and waits for its retry.
  const isDelayed = async () => (await setup.deps.queue.find(handlers.syncBoards, 'button'))?.state === 'delayed';
  expect(await isDelayed()).toBe(false);
  expect((await setup.call('synctrello')).status).toBe(200);
  await until(isDelayed);
  setup.trello.interfere = () => undefined;
  expect((await setup.call('synctrello')).status).toBe(200);
  await until(async () => (await cardNames()).length === 3);
  await setup.settled();
  expect(await setup.status()).toMatchObject({ state: 'idle', lastError: null, retryAt: null });
});

test('a sync marked as running by a dead process is not shown as running, nor after the clock was set back', async () => {
  await setup.sync();
  const mark = (seconds: number) =>
    setup.deps.db
      .update(boardSync)
      .set({ state: 'running', aliveAt: new Date(Number(setup.time.now) + seconds * 1000) });
  for (const [seconds, state] of [
    [-61, 'idle'],
    [-59, 'running'],
    [0, 'running'],
    [3600, 'idle'],
  ] as const) {
    await mark(seconds);
    expect(await setup.status()).toMatchObject({ state });
  }
  twoBoards();
  const shared = { ...setup.deps, queue: { ...setup.deps.queue, shared: true, enqueue: async () => {} } };
  await handlers.syncBoards.run({}, shared);
  expect(await cardNames()).toHaveLength(3);
});

function firstOf([board]: FakeBoard[]): [FakeBoard, FakeList] {
  const list = board?.lists[0];
  if (!board || !list) throw new Error('no list');
  return [board, list];
}

test('an interrupted sync continues, and finished boards are not read twice', async () => {
  const { travel, office } = twoBoards();
  await setup.sync();
  touch(travel);
  touch(office);
  setup.trello.interfere = (path) => (path.includes(office.id) ? { status: 404, body: '' } : undefined);
  await setup.sync();
  // As a process leaves it that is killed while it reads the second board.
  await setup.deps.db.update(boardSync).set({ state: 'running', boardsDone: 1, aliveAt: setup.time.now });
  setup.trello.interfere = () => undefined;
  paths();
  await setup.sync();
  expect(paths()).toEqual(['/1/members/me/boards', `/1/boards/${office.id}`]);
  expect(await setup.status()).toMatchObject({ state: 'idle', lastError: null });
});

test('with other processes, a live sync is left alone and a dead one is taken over', async () => {
  twoBoards();
  const shared = { ...setup.deps, queue: { ...setup.deps.queue, shared: true, enqueue: async () => {} } };
  await setup.sync();
  paths();
  await setup.deps.db.update(boardSync).set({ state: 'running', aliveAt: setup.time.now });
  await handlers.syncBoards.run({}, shared);
  expect(paths()).toEqual([]);
  setup.time.now = new Date(Number(setup.time.now) + 61_000);
  await handlers.syncBoards.run({}, shared);
  expect(paths()).toEqual(['/1/members/me/boards']);
});

test('the credentials never reach the log', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  twoBoards();
  setup.trello.interfere = (path) => (path.includes('/boards/') ? { status: 404, body: 'no' } : undefined);
  await handlers.syncBoards.run({}, { ...setup.deps, log });
  setup.trello.interfere = () => ({ status: 401, body: 'invalid' });
  await handlers.syncBoards.run({}, { ...setup.deps, log });
  expect(lines.length).toBeGreaterThan(2);
  expect(lines.join('')).not.toContain(setup.trello.token);
  expect(lines.join('')).not.toContain(setup.trello.key);
});
