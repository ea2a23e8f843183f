import { asc } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { boardCards, boardLabels } from '../../db/schema/boards.ts';
import { addCard, addLabel, touch } from '../fakes/trello-boards.ts';
import { makeSetup, type Setup } from './setup.ts';
import { addTwoBoards } from './two-boards.ts';

// What Trello may answer instead of the one whole board that the sync asks for.
let setup: Setup;
beforeEach(async () => {
  setup = await makeSetup();
});
afterEach(() => setup.remove());

const paths = () => setup.trello.requests.splice(0).map(({ path }) => path.replace(/\?.*/, ''));
const cards = () => setup.deps.db.select().from(boardCards).orderBy(asc(boardCards.name));
const cardNames = async () => (await cards()).map(({ name }) => name);
const twoBoards = () => addTwoBoards(setup.trello);

test.each([400, 403] as const)(
  'a board too large for one answer is read by pages (refused with %i)',
  async (status) => {
    const { travel, march } = twoBoards();
    for (let card = 0; card < 700; card += 1) addCard(travel, march, `Card ${card}`);
    Object.assign(setup.trello, { maxCards: 300, tooManyStatus: status });
    await setup.sync();
    expect((await cards()).length).toBe(703);
    expect((await setup.status()).lastError).toBeNull();
    expect(setup.trello.requests.some(({ path }) => path.includes('limit=250&before='))).toBe(true);
  },
);

test('labels beyond Trello’s default limit are read too', async () => {
  const { travel } = twoBoards();
  for (let label = 0; label < 120; label += 1) addLabel(travel, `Label ${label}`);
  setup.trello.interfere = (path) => {
    if (!path.includes('labels=all') || !path.includes(travel.id)) return undefined;
    const { lists, cards, customFields, labels } = travel;
    return {
      status: 200,
      body: JSON.stringify({ id: travel.id, lists, cards, customFields, labels: labels.slice(0, 50) }),
    };
  };
  await setup.sync();
  expect(await setup.deps.db.$count(boardLabels)).toBe(120);
});

test('answers with missing fields are read as far as possible', async () => {
  const { travel, march } = twoBoards();
  const odd = [
    { id: travel.cards[0]?.id, idList: march.id },
    { name: 'no id' },
    { id: 'not-an-id', idList: march.id },
    null,
    7,
  ];
  setup.trello.interfere = (path) =>
    path.includes(`/boards/${travel.id}?`)
      ? { status: 200, body: JSON.stringify({ lists: [{ id: march.id }], labels: [{}], cards: odd }) }
      : undefined;
  await setup.sync();
  expect(await cards()).toMatchObject([{ name: '', description: '', labelIds: [], values: {} }, { name: 'Paper' }]);
});

test.each([
  ['HTML', { status: 200, body: '<html>' }, 'not JSON'],
  ['without its cards', { status: 200, body: '{"lists":[],"labels":[]}' }, 'something is missing'],
  ['an object for a list', { status: 200, body: '{"lists":{},"labels":[],"cards":[]}' }, 'something is missing'],
  [
    '404',
    { status: 404, body: 'The requested resource was not found.' },
    'Trello refuses to show this board: “The requested resource was not found.” (404).',
  ],
  ['401', { status: 401, body: 'unauthorized permission requested' }, '“unauthorized permission requested” (401)'],
  ['401 as for a token', { status: 401, body: 'invalid token' }, '“invalid token” (401)'],
  [
    'JSON with a message',
    { status: 403, body: '{"message":"No access\\nto this board"}' },
    '“No access to this board” (403)',
  ],
  ['a page for 410', { status: 410, body: '<html>' }, 'refuses the request (410)'],
])(
  'a board that is answered with %s is marked, keeps what is known and does not hold up the others',
  async (_name, answer, words) => {
    const { travel, office, bought } = twoBoards();
    await setup.sync();
    addCard(office, bought, 'Pens');
    touch(travel);
    touch(office);
    setup.trello.interfere = (path) => (path.includes(travel.id) ? answer : undefined);
    await setup.sync();
    expect(await cardNames()).toEqual(['Hotel', 'Paper', 'Pens', 'Train']);
    const neighbour = { name: 'Office', problem: null, problemAt: null };
    expect(await setup.boards()).toMatchObject([
      neighbour,
      { name: 'Travel', problem: expect.stringContaining(words), problemAt: setup.time.now.toJSON() },
    ]);
    expect(await setup.status()).toMatchObject({ lastError: null, succeededAt: setup.time.now });
    setup.trello.interfere = () => undefined;
    paths();
    await setup.sync();
    expect(paths()).toEqual(['/1/members/me/boards', `/1/boards/${travel.id}`]);
    expect(await setup.boards()).toMatchObject([neighbour, { name: 'Travel', problem: null, problemAt: null }]);
  },
);

test('a board that Trello cannot answer for a while is marked, and the sync is tried again', async () => {
  const { travel } = twoBoards();
  setup.trello.interfere = (path) =>
    path.includes(travel.id) ? { status: 503, body: '', headers: { 'retry-after': '0' } } : undefined;
  await expect(setup.sync()).rejects.toThrow('503');
  expect(await setup.boards()).toMatchObject([
    { problem: null },
    { name: 'Travel', problem: expect.stringContaining('503') },
  ]);
  expect((await setup.status()).lastError).toContain('A board could not be read: “Travel”');
});

test('an answer never shows the key or the token on the screen', async () => {
  const { travel } = twoBoards();
  const { key, token } = setup.trello;
  setup.trello.interfere = (path) =>
    path.includes(travel.id) ? { status: 401, body: `token ${token} of key ${key} is not allowed` } : undefined;
  await setup.sync();
  expect((await setup.boards())[1].problem).toContain('“token … of key … is not allowed” (401)');
});

test('a refused token is reported and not retried', async () => {
  twoBoards();
  setup.trello.interfere = () => ({ status: 401, body: 'invalid token' });
  await setup.sync();
  expect(setup.trello.requests).toHaveLength(1);
  const { lastError, state } = await setup.status();
  expect(state).toBe('idle');
  expect(lastError).toContain('does not accept the key or the token');
  expect(lastError).not.toContain(setup.trello.token);
});

test('a 429 is honoured: the same request is retried once Trello allows it', async () => {
  twoBoards();
  let refusals = 2;
  setup.trello.interfere = () => {
    refusals -= 1;
    const body = '{"error":"API_TOKEN_LIMIT_EXCEEDED","message":"Rate limit exceeded"}';
    return refusals >= 0 ? { status: 429, body, headers: { 'retry-after': '0' } } : undefined;
  };
  await setup.sync();
  expect(setup.trello.requests).toHaveLength(5);
  expect(await cardNames()).toEqual(['Hotel', 'Paper', 'Train']);
});
