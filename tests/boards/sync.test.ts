import { asc } from 'drizzle-orm';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { boardCards, boardLists, boardSync, boards } from '../../db/schema/boards.ts';
import { handlers } from '../../workers/jobs/index.ts';
import { startJobs } from '../../workers/start-jobs.ts';
import { until } from '../fakes/clock.ts';
import type { FakeBoard, FakeList } from '../fakes/trello.ts';
import { addCard, addField, addLabel, numberItem, touch } from '../fakes/trello-boards.ts';
import { type Bed, makeBed } from './bed.ts';
import { addTwoBoards } from './two-boards.ts';

let bed: Bed;
beforeEach(async () => {
  bed = await makeBed();
});
afterEach(() => bed.remove());

const paths = () => bed.trello.requests.splice(0).map(({ path }) => path.replace(/\?.*/, ''));
const cards = () => bed.deps.db.select().from(boardCards).orderBy(asc(boardCards.name));
const cardNames = async () => (await cards()).map(({ name }) => name);

const twoBoards = () => addTwoBoards(bed.trello);

test('boards, lists, labels, fields and cards are copied, one request a board', async () => {
  const { travel, march } = twoBoards();
  const label = addLabel(travel, '', 'green_dark');
  const field = addField(travel, 'Amount');
  addCard(travel, march, 'Dinner', {
    desc: 'with the pilots',
    due: '2026-03-05T18:00:00.000Z',
    idLabels: [label.id],
    customFieldItems: [numberItem(field, '86.20')],
  });
  await bed.sync();
  expect(paths()).toEqual(['/1/members/me/boards', ...bed.trello.boards.map(({ id }) => `/1/boards/${id}`)]);
  expect(await cardNames()).toEqual(['Dinner', 'Hotel', 'Paper', 'Train']);
  const [dinner] = await cards();
  expect(dinner).toMatchObject({
    listId: march.id,
    description: 'with the pilots',
    date: new Date('2026-03-05T18:00:00Z'),
    labelIds: [label.id],
    values: { [field.id]: '86.20' },
  });
  expect(await bed.status()).toMatchObject({
    state: 'idle',
    succeededAt: bed.time.now,
    lastError: null,
    boardsDone: 2,
  });
});

test('the credentials go in a header and never in an address', async () => {
  twoBoards();
  await bed.sync();
  expect(bed.trello.requests.length).toBe(3);
  for (const { path, authorization } of bed.trello.requests) {
    expect(authorization).toBe(`OAuth oauth_consumer_key="${bed.trello.key}", oauth_token="${bed.trello.token}"`);
    expect(path).not.toContain(bed.trello.key);
    expect(path).not.toContain(bed.trello.token);
  }
});

test('boards without new activity cost one request together, and all are read again after a day', async () => {
  const { travel, march } = twoBoards();
  await bed.sync();
  paths();
  await bed.sync();
  expect(paths()).toEqual(['/1/members/me/boards']);
  addCard(travel, march, 'Taxi');
  touch(travel);
  await bed.sync();
  expect(paths()).toEqual(['/1/members/me/boards', `/1/boards/${travel.id}`]);
  expect(await cardNames()).toContain('Taxi');
  bed.time.now = new Date(Number(bed.time.now) + 25 * 3_600_000);
  await bed.sync();
  expect(paths()).toHaveLength(3);
});

test('what is archived stays and is marked, what is gone goes, what has moved follows', async () => {
  const { travel, office, march, april, bought } = twoBoards();
  await bed.sync();
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
  await bed.sync();
  const { db } = bed.deps;
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
  await bed.sync();
  bed.trello.boards.reverse();
  office.cards = [];
  travel.cards = [{ ...paper, idList: april.id }];
  touch(travel);
  touch(office);
  await bed.sync();
  expect(await cards()).toMatchObject([{ name: 'Paper', listId: april.id }]);
  bed.trello.boards.splice(bed.trello.boards.indexOf(office), 1);
  await bed.sync();
  expect(await db.select().from(boards)).toMatchObject([{ name: 'Travel', isArchived: false }]);
});

test('a second sync while one runs is told and not started', async () => {
  twoBoards();
  bed.trello.delay = 30;
  await startJobs(bed.deps);
  await until(async () => (await bed.status()).boardsTotal === 2);
  const answer = await bed.call('synctrello');
  expect(answer).toMatchObject({ status: 409, Status: 1 });
  expect(answer.Message).toMatch(/^A sync is under way: [01] of 2 boards are done\.$/);
  expect(await bed.status()).toMatchObject({ state: 'running', boardsTotal: 2 });
  await bed.settled();
  expect(bed.trello.requests.filter(({ path }) => path.includes('/members/me'))).toHaveLength(1);
});

test('the button starts a sync, and a sync that waits is not asked for twice', async () => {
  twoBoards();
  await startJobs(bed.deps);
  await until(async () => (await bed.status()).succeededAt !== null);
  await bed.settled();
  addCard(...firstOf(bed.trello.boards), 'Taxi');
  bed.trello.boards.forEach(touch);
  const [first, second] = await Promise.all([bed.call('synctrello'), bed.call('synctrello')]);
  expect([first.status, second.status].toSorted()).toEqual([200, 409]);
  await until(async () => (await cardNames()).includes('Taxi'));
  await bed.settled();
});

function firstOf([board]: FakeBoard[]): [FakeBoard, FakeList] {
  const list = board?.lists[0];
  if (!board || !list) throw new Error('no list');
  return [board, list];
}

test('a sync that was cut off is taken up again, and boards that were done are not read twice', async () => {
  const { travel, office } = twoBoards();
  await bed.sync();
  touch(travel);
  touch(office);
  bed.trello.interfere = (path) => (path.includes(office.id) ? { status: 404, body: '' } : undefined);
  await bed.sync();
  // As a process leaves it that is killed while it reads the second board.
  await bed.deps.db.update(boardSync).set({ state: 'running', boardsDone: 1, aliveAt: bed.time.now });
  bed.trello.interfere = () => undefined;
  paths();
  await bed.sync();
  expect(paths()).toEqual(['/1/members/me/boards', `/1/boards/${office.id}`]);
  expect(await bed.status()).toMatchObject({ state: 'idle', lastError: null });
});

test('where other processes could be syncing, a sync that lives is left alone and a dead one is taken over', async () => {
  twoBoards();
  const shared = { ...bed.deps, queue: { ...bed.deps.queue, shared: true, enqueue: async () => {} } };
  await bed.sync();
  paths();
  await bed.deps.db.update(boardSync).set({ state: 'running', aliveAt: bed.time.now });
  await handlers.syncBoards.run({}, shared);
  expect(paths()).toEqual([]);
  bed.time.now = new Date(Number(bed.time.now) + 601_000);
  await handlers.syncBoards.run({}, shared);
  expect(paths()).toEqual(['/1/members/me/boards']);
});

test('nothing of the credentials reaches the log', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  twoBoards();
  bed.trello.interfere = (path) => (path.includes('/boards/') ? { status: 404, body: 'no' } : undefined);
  await handlers.syncBoards.run({}, { ...bed.deps, log });
  bed.trello.interfere = () => ({ status: 401, body: 'invalid' });
  await handlers.syncBoards.run({}, { ...bed.deps, log });
  expect(lines.length).toBeGreaterThan(2);
  expect(lines.join('')).not.toContain(bed.trello.token);
  expect(lines.join('')).not.toContain(bed.trello.key);
});
