import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FakeBoard, FakeList } from '../fakes/trello.ts';
import { addCard, addList, makeBoard } from '../fakes/trello-boards.ts';
import { makeSetup, type Setup } from './setup.ts';

let setup: Setup;
let travel: FakeBoard;
let office: FakeBoard;
let march: FakeList;
beforeAll(async () => {
  setup = await makeSetup();
  travel = makeBoard('Travel');
  march = addList(travel, 'March');
  // Created on March 1, 2 and 4; last changed on March 31, 20 and 4.
  addCard(travel, march, 'Hotel $10', {
    id: idAt('2026-03-01T00:00:00Z'),
    due: '2026-03-05T23:59:59.999Z',
    dateLastActivity: '2026-03-31T10:00:00Z',
  });
  addCard(travel, march, 'Taxi kr 20', { id: idAt('2026-03-02T08:00:00Z'), dateLastActivity: '2026-03-20T10:00:00Z' });
  addCard(travel, march, 'Tea 3.00', {
    id: idAt('2026-03-04T23:59:59Z'),
    due: '2026-03-06T00:00:00Z',
    dateLastActivity: null,
  });
  office = makeBoard('Office');
  for (const name of ['Paper', 'Ink']) addCard(office, addList(office, `${name} list`), `${name} €4.50`);
  const secret = makeBoard('Salaries');
  addCard(secret, addList(secret, 'All'), 'Salary $9999');
  setup.trello.boards.push(travel, office, secret);
  await setup.sync();
  for (const { id } of [travel, office]) await setup.share(id);
});
afterAll(() => setup.remove());

let ids = 0;
/** An id of Trello created at this second. */
function idAt(instant: string): string {
  ids += 1;
  const seconds = (Date.parse(instant) / 1000).toString(16);
  return seconds + String(ids).padStart(16, '0');
}

const get = (path: string, query: string) => setup.send('GET', `/api/trello/${path}?${query}`, 'client');
/** The rows of a report as CSV, without the headings. */
async function rows(query: string, path = 'exportlistexpense') {
  const { statusCode, body } = await get(path, `format=csv&${query}`);
  expect(statusCode, body).toBe(200);
  return body
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(','));
}
const dated = async (query: string) =>
  (await rows(`listId=${march.id}&${query}`)).map(([date, used, card]) => `${date} ${used}: ${card}`);

test('the report uses the chosen date, sorts by the date and names it', async () => {
  const due = ['2026-03-02 Creation: Taxi kr 20', '2026-03-05 Due date: Hotel $10', '2026-03-06 Due date: Tea 3.00'];
  expect(await dated('')).toEqual(due);
  expect(await dated('date=due')).toEqual(due);
  expect(await dated('date=created')).toEqual([
    '2026-03-01 Creation: Hotel $10',
    '2026-03-02 Creation: Taxi kr 20',
    '2026-03-04 Creation: Tea 3.00',
  ]);
  expect(await dated('date=activity')).toEqual([
    '2026-03-04 Last activity: Tea 3.00',
    '2026-03-20 Last activity: Taxi kr 20',
    '2026-03-31 Last activity: Hotel $10',
  ]);
});

test('both days of a range belong to it, for each date', async () => {
  const cards = async (query: string) => (await dated(query)).map((row) => /: (\w+)/.exec(row)?.[1]);
  expect(await cards('from=2026-03-05&to=2026-03-05')).toEqual(['Hotel']);
  expect(await cards('from=2026-03-06')).toEqual(['Tea']);
  expect(await cards('to=2026-03-05')).toEqual(['Taxi', 'Hotel']);
  expect(await cards('date=created&from=2026-03-01&to=2026-03-01')).toEqual(['Hotel']);
  expect(await cards('date=created&from=2026-03-04&to=2026-03-04')).toEqual(['Tea']);
  expect(await cards('date=created&from=1900-01-01&to=2200-01-01')).toEqual(['Hotel', 'Taxi', 'Tea']);
  expect(await cards('date=activity&from=2026-03-20&to=2026-03-30')).toEqual(['Taxi']);
  expect(await cards('from=2027-01-01')).toEqual([]);
});

test('an amount without a currency of its own gets the chosen one, if the sign may mean it', async () => {
  const currencies = async (code: string) =>
    Object.fromEntries(
      (await rows(`listId=${march.id}&${code && `currency=${code}`}`)).map(([, , card = '', , , , , currency]) => [
        card.split(' ')[0],
        currency,
      ]),
    );
  expect(await currencies('')).toEqual({ Hotel: '$', Taxi: 'kr', Tea: '' });
  expect(await currencies('CAD')).toEqual({ Hotel: 'CAD', Taxi: 'kr', Tea: 'CAD' });
  expect(await currencies('SEK')).toEqual({ Hotel: '$', Taxi: 'SEK', Tea: 'SEK' });
  expect(await currencies('CHF')).toEqual({ Hotel: '$', Taxi: 'kr', Tea: 'CHF' });
});

test('a board’s report names the list of each card, the report of all boards also the board', async () => {
  const board = await get('exportexpenses', `boardId=${office.id}&format=csv`);
  expect(board.headers['content-disposition']).toContain('filename="Expenses - Office.csv"');
  expect(board.body).toMatch(/^\uFEFFList,Date,Date Used,Card,/);
  expect((await rows(`boardId=${office.id}`, 'exportexpenses')).map(([list, , , card]) => [list, card])).toEqual([
    ['Paper list', 'Paper €4.50'],
    ['Ink list', 'Ink €4.50'],
  ]);
  const all = await rows('', 'exportexpenses');
  expect(all.map(([one, list, , , card]) => [one, list, card])).toEqual([
    ['Office', 'Paper list', 'Paper €4.50'],
    ['Office', 'Ink list', 'Ink €4.50'],
    ['Travel', 'March', 'Taxi kr 20'],
    ['Travel', 'March', 'Hotel $10'],
    ['Travel', 'March', 'Tea 3.00'],
  ]);
  const admin = await setup.send('GET', '/api/trello/exportexpenses?format=csv', 'admin');
  expect(admin.body).toContain('Salaries,All,');
});

test('a workbook names its choices, and its totals add up the boards', async () => {
  const response = await get('exportexpenses', 'from=2026-03-01&to=2026-03-31&date=due&currency=SEK');
  expect(response.headers['content-disposition']).toContain('Expenses - All boards from 2026-03-01 to 2026-03-31.xlsx');
  const { sheets } = await readXlsx(response.rawPayload);
  const [expenses, totals] = sheets;
  expect(expenses?.rows.slice(0, 4).map(([first]) => first)).toEqual([
    'All boards',
    '2 boards, 3 lists',
    'Made on 2026-03-10 12:00 UTC',
    'Date: due date, else creation; from 2026-03-01 to 2026-03-31 (UTC); amounts without a certain currency in SEK',
  ]);
  expect(totals?.rows.slice(5)).toEqual([
    ['No category', '$', 1, 10],
    ['No category', 'SEK', 2, 23],
    ['All', '$', 1, 10],
    ['All', 'SEK', 2, 23],
  ]);
});

test('wrong choices and foreign boards are refused', async () => {
  for (const [query, message] of [
    ['date=never', 'date must be due, created or activity'],
    ['from=2026-02-30', 'from must be a date as YYYY-MM-DD'],
    ['to=yesterday', 'to must be a date as YYYY-MM-DD'],
    ['from=2026-03-02&to=2026-03-01', 'to must not be before from'],
    ['currency=Taler', 'currency must be an ISO 4217 code, for example USD'],
  ] as const)
    for (const path of [`exportlistexpense?listId=${march.id}&`, 'exportexpenses?']) {
      const response = await setup.send('GET', `/api/trello/${path}${query}`, 'client');
      expect([response.statusCode, response.body]).toEqual([400, expect.stringContaining(message)]);
    }
  const salaries = setup.trello.boards[2]?.id;
  expect((await get('exportexpenses', `boardId=${salaries}`)).statusCode).toBe(404);
  expect((await get('exportexpenses', 'boardId=1')).statusCode).toBe(400);
  expect((await setup.send('GET', '/api/trello/exportexpenses', 'visitor')).statusCode).toBe(401);
  const unlinked = await setup.send('GET', '/api/trello/exportexpenses?format=csv', 'unlinked');
  expect(unlinked.body.split('\r\n')).toHaveLength(2);
});
