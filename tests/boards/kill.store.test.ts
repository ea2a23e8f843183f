import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { syncBoards } from '../../core/boards/jobs.ts';
import { boardCards, boardLists, boards } from '../../db/schema/boards.ts';
import { jobs } from '../../db/schema/jobs.ts';
import { startJobs } from '../../workers/jobs/index.ts';
import { until } from '../fakes/clock.ts';
import type { FakeBoard } from '../fakes/trello.ts';
import { addCard, addList, makeBoard, touch } from '../fakes/trello-boards.ts';
import { programArguments } from '../fixture/run-program.ts';
import { makeSetup, type Setup } from './setup.ts';

let setup: Setup;
let small: FakeBoard;
let large: FakeBoard;
beforeEach(async () => {
  setup = await makeSetup();
  small = makeBoard('Small');
  addCard(small, addList(small, 'Bought'), 'Paper');
  large = makeBoard('Large');
  const march = addList(large, 'March');
  addList(large, 'April');
  for (let number = 1; number <= 600; number += 1) addCard(large, march, `Trip ${number}`);
  setup.trello.boards.push(small, large);
  // So many that the cards are read in pages.
  setup.trello.maxCards = 250;
});
afterEach(() => setup.remove());

/** Syncs in a process of its own that is killed: by itself at a point, or as its request for this path comes in. */
async function syncUntilKilled(point: string, request?: RegExp): Promise<void> {
  const { trello, time, store } = setup;
  const script = join(import.meta.dirname, 'sync-child.ts');
  const parameters = programArguments(script, trello.url, trello.key, trello.token, time.now.toISOString(), point);
  const env = { ...process.env, ...store.variables };
  const child = spawn(process.execPath, parameters, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  trello.interfere = (path) => {
    if (request?.test(path)) child.kill('SIGKILL');
    return undefined;
  };
  const [, signal] = await once(child, 'exit');
  trello.interfere = () => undefined;
  expect(signal).toBe('SIGKILL');
}

/** What is stored, in the words of the fake. */
async function stored() {
  const { db } = setup.deps;
  const rows = await db
    .select({ board: boards.name, list: boardLists.name, card: boardCards.name })
    .from(boardCards)
    .innerJoin(boards, eq(boards.id, boardCards.boardId))
    .innerJoin(boardLists, eq(boardLists.id, boardCards.listId));
  return rows.map(({ board, list, card }) => `${board}, ${list}: ${card}`).toSorted();
}

function inTrello(): string[] {
  const cards = setup.trello.boards.flatMap((board) =>
    board.cards.map(({ idList, name }) => {
      const list = board.lists.find(({ id }) => id === idList);
      return `${board.name}, ${list?.name}: ${name}`;
    }),
  );
  return cards.toSorted();
}

interface Window {
  name: string;
  point?: string;
  request?: () => RegExp;
  left: { state: 'running' | 'waiting'; boardsDone: number; cards: number };
  /** The small board, which comes first, is not read a second time. */
  keepsSmall: boolean;
}

const windows: Window[] = [
  {
    name: 'boards asked for',
    request: () => /\/members\/me\/boards/,
    left: { state: 'running', boardsDone: 0, cards: 0 },
    keepsSmall: false,
  },
  {
    name: 'first board asked for',
    request: () => new RegExp(small.id),
    left: { state: 'running', boardsDone: 0, cards: 0 },
    keepsSmall: false,
  },
  {
    name: 'first board done, second asked for',
    request: () => new RegExp(large.id),
    left: { state: 'running', boardsDone: 1, cards: 1 },
    keepsSmall: true,
  },
  {
    name: 'a part of the second board stored',
    request: () => new RegExp(`${large.id}/cards.*before=`),
    left: { state: 'running', boardsDone: 1, cards: 251 },
    keepsSmall: true,
  },
  {
    name: 'everything stored, the end not noted',
    point: 'boards are up to date',
    left: { state: 'running', boardsDone: 2, cards: 601 },
    keepsSmall: true,
  },
  {
    // The stored job runs again at the next start.
    name: 'the end noted, the job not done',
    left: { state: 'waiting', boardsDone: 2, cards: 601 },
    keepsSmall: true,
  },
];

test.each(windows)('kill -9, $name: the next start brings over the rest', async (window) => {
  await syncUntilKilled(window.point ?? 'never', window.request?.());
  const { cards, ...status } = window.left;
  expect(await setup.status()).toMatchObject(status);
  expect(await setup.deps.db.$count(boardCards)).toBe(cards);

  // Meanwhile one of the cards goes and one moves; both may have been stored already.
  const april = large.lists[1];
  const moved = large.cards[590];
  if (!april || !moved) throw new Error('no such card');
  large.cards.splice(595, 1);
  moved.idList = april.id;
  touch(large);
  setup.trello.requests.splice(0);

  await startJobs(setup.deps);
  await until(async () => {
    const { state, succeededAt } = await setup.status();
    return state === 'idle' && succeededAt !== null && (await stored()).join() === inTrello().join();
  });
  expect(await stored()).toEqual(inTrello());
  expect(await setup.status()).toMatchObject({ state: 'idle', lastError: null, boardsDone: 2, boardsTotal: 2 });
  const readsOfSmall = setup.trello.requests.filter(({ path }) => path.includes(small.id));
  expect(readsOfSmall.length).toBe(window.keepsSmall ? 0 : 1);
  const lists = setup.trello.requests.filter(({ path }) => path.includes('/members/me/boards'));
  expect(lists.length).toBe(1);
  await until(async () => (await setup.deps.db.$count(jobs, eq(jobs.name, syncBoards.name))) === 0);
});
