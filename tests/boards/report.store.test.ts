import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FakeBoard, FakeList } from '../fakes/trello.ts';
import { addCard, addField, addLabel, addList, makeBoard, numberItem } from '../fakes/trello-boards.ts';
import { makeSetup, type Setup } from './setup.ts';

let setup: Setup;
let travel: FakeBoard;
let march: FakeList;
let empty: FakeList;
let formulas: FakeList;
beforeAll(async () => {
  setup = await makeSetup();
  travel = makeBoard('Reisen & Büro');
  march = addList(travel, 'März 2026: "Reise" / 1');
  empty = addList(travel, 'Nothing');
  formulas = addList(travel, '=2+2');
  const hotel = addLabel(travel, 'Hotel');
  const sum = addLabel(travel, '@SUM(A1)');
  const unnamed = addLabel(travel, '', 'red');
  const price = addField(travel, 'price ');
  const amount = addField(travel, 'Amount');
  const note = addField(travel, 'Cost', 'text');
  const due = (day: string) => ({ due: `2026-03-${day}T10:00:00.000Z` });
  addCard(travel, march, '=HYPERLINK("http://evil.example")', {
    ...due('01'),
    desc: '+cmd|calc',
    idLabels: [hotel.id, unnamed.id],
    customFieldItems: [numberItem(price, '9'), numberItem(amount, '0.1')],
  });
  addCard(travel, march, 'Hotel $999', {
    ...due('02'),
    idLabels: [hotel.id],
    customFieldItems: [numberItem(amount, '0.2')],
  });
  addCard(travel, march, 'Train 1.234,50 €', due('03'));
  addCard(travel, march, 'Refund -12.00', {
    ...due('04'),
    closed: true,
    customFieldItems: [{ idCustomField: note.id, value: { text: '77' } }],
  });
  addCard(travel, march, 'No receipt', due('05'));
  addCard(travel, formulas, 'Paper $7', { ...due('06'), idLabels: [sum.id] });
  addCard(travel, formulas, 'Unpriced', { ...due('07'), idLabels: [sum.id] });
  setup.trello.boards.push(travel);
  await setup.sync();
  await setup.share(travel.id);
  await setup.call('savecategory', { Name: '>5 nights' });
  await setup.call('addboardcategorylabel', { TrelloBoardLableId: hotel.id, TrelloBoardCategoryId: 1 });
  await setup.call('savecategory', { Name: '=1+1' });
  await setup.call('addboardcategorylabel', { TrelloBoardLableId: sum.id, TrelloBoardCategoryId: 2 });
});
afterAll(() => setup.remove());

const get = (query: string) => setup.send('GET', `/api/trello/exportlistexpense?${query}`, 'client');
async function workbook(listId: string) {
  const response = await get(`listId=${listId}`);
  expect(response.statusCode).toBe(200);
  const { sheets } = await readXlsx(response.rawPayload);
  return new Map(sheets.map((sheet) => [sheet.name, sheet]));
}

test('the file is named after the list, for every language', async () => {
  const { headers } = await get(`listId=${march.id}`);
  expect(headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
  expect(headers['content-disposition']).toBe(
    `attachment; filename="Expenses - Marz 2026 Reise 1.xlsx"; filename*=UTF-8''Expenses%20-%20M%C3%A4rz%202026%20Reise%201.xlsx`,
  );
  expect(headers['cache-control']).toBe('no-store');
});

test('one row for each card with an amount, with the right types and no formulas', async () => {
  const expenses = (await workbook(march.id)).get('Expenses');
  const rows = expenses?.rows ?? [];
  expect(rows.slice(0, 3).map(([first]) => first)).toEqual([
    'März 2026: "Reise" / 1',
    'Board: Reisen & Büro',
    'Made on 2026-03-10 12:00 UTC',
  ]);
  expect(rows[4]).toEqual([
    'Date',
    'Date Used',
    'Card',
    'Description',
    'Labels',
    'Category',
    'Amount',
    'Currency',
    'Link',
    'Archived',
  ]);
  const link = expect.stringContaining('https://trello.com/c/');
  expect(rows.slice(5)).toEqual(
    [
      [
        new Date('2026-03-01T00:00:00Z'),
        'Due date',
        `'=HYPERLINK("http://evil.example")`,
        `'+cmd|calc`,
        'Hotel, Red',
        '>5 nights',
        0.1,
        'not given',
        link,
        'No',
      ],
      [
        new Date('2026-03-02T00:00:00Z'),
        'Due date',
        'Hotel $999',
        '',
        'Hotel',
        '>5 nights',
        0.2,
        'not given',
        link,
        'No',
      ],
      [
        new Date('2026-03-03T00:00:00Z'),
        'Due date',
        'Train 1.234,50 €',
        '',
        '',
        'No category',
        1234.5,
        'EUR',
        link,
        'No',
      ],
      [
        new Date('2026-03-04T00:00:00Z'),
        'Due date',
        'Refund -12.00',
        '',
        '',
        'No category',
        -12,
        'not given',
        link,
        'Yes',
      ],
    ].map((row) =>
      row.map((cell) => (cell === '' ? expect.toSatisfy((value) => value === '' || value === null) : cell)),
    ),
  );
});

test('totals by category are formulas over the first sheet, with exact results', async () => {
  const totals = (await workbook(march.id)).get('Totals');
  expect(totals?.rows.slice(4)).toEqual(
    [
      ['Category', 'Currency', 'Cards', 'Total'],
      ['>5 nights', 'not given', 2, 0.3],
      ['No category', 'EUR', 1, 1234.5],
      ['No category', 'not given', 1, -12],
      ['All', 'EUR', 1, 1234.5],
      ['All', 'not given', 3, -11.7],
    ].map((row) => row),
  );
  const formulas = [...(totals?.cells ?? [])].flatMap(([place, cell]) => (cell.formula ? [[place, cell.formula]] : []));
  expect(formulas).toHaveLength(10);
  expect(Object.fromEntries(formulas)['5,3']).toBe(
    'SUMPRODUCT((Expenses!$F$6:$F$9=A6)*(Expenses!$H$6:$H$9=B6)*Expenses!$G$6:$G$9)',
  );
});

test('each sheet has a filter over its rows, and prints in landscape as wide as a page, with the headings on each page', async () => {
  const sheets = await workbook(march.id);
  const ranges = Object.fromEntries([...sheets].map(([name, { autoFilter }]) => [name, autoFilter?.range]));
  expect(ranges).toEqual({ Expenses: 'A5:J9', Totals: 'A5:D8', 'Without amount': 'A5:H6' });
  for (const [name, { pageSetup }] of sheets)
    expect(pageSetup, name).toMatchObject({
      orientation: 'landscape',
      fitToPage: true,
      fitToWidth: 1,
      printTitlesRow: expect.stringMatching(/5:\$?5$/),
    });
});

test('cards without an amount are listed apart', async () => {
  const sheets = await workbook(march.id);
  expect(
    sheets
      .get('Without amount')
      ?.rows.slice(5)
      .map((row) => row[2]),
  ).toEqual(['No receipt']);
  const none = await workbook(empty.id);
  expect(none.get('Expenses')?.rows).toHaveLength(5);
  expect(none.get('Totals')?.rows.at(-1)?.[0]).toBe('No card has an amount.');
});

test('as CSV: cards with an amount, then those without', async () => {
  const response = await get(`listId=${march.id}&format=csv`);
  expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(response.headers['content-disposition']).toContain('M%C3%A4rz%202026%20Reise%201.csv');
  const lines = response.body.replaceAll(/https:\/\/trello\.com\/c\/\w+/g, 'LINK').split('\r\n');
  expect(lines).toEqual([
    '\uFEFFDate,Date Used,Card,Description,Labels,Category,Amount,Currency,Link,Archived',
    `2026-03-01,Due date,"'=HYPERLINK(""http://evil.example"")",'+cmd|calc,"Hotel, Red",>5 nights,0.1,,LINK,No`,
    '2026-03-02,Due date,Hotel $999,,Hotel,>5 nights,0.2,,LINK,No',
    '2026-03-03,Due date,"Train 1.234,50 €",,,,1234.50,EUR,LINK,No',
    '2026-03-04,Due date,Refund -12.00,,,,-12.00,,LINK,Yes',
    '2026-03-05,Due date,No receipt,,,,,,LINK,No',
    '',
  ]);
});

test('names of categories, labels and lists that look like formulas stay text, as .xlsx and as CSV', async () => {
  const sheets = await workbook(formulas.id);
  const expenses = sheets.get('Expenses');
  expect(expenses?.rows[0]?.[0]).toBe("'=2+2");
  expect(expenses?.rows[5]?.slice(4, 6)).toEqual(["'@SUM(A1)", "'=1+1"]);
  expect(sheets.get('Totals')?.rows[5]).toEqual(["'=1+1", '$', 1, 7]);
  expect(sheets.get('Without amount')?.rows[5]?.slice(4, 6)).toEqual(["'@SUM(A1)", "'=1+1"]);
  // The only formulas are our own: the links and the totals.
  const written = [...sheets.values()].flatMap(({ cells }) => [...(cells?.values() ?? [])]);
  const own = /^(HYPERLINK\("https:|SUMPRODUCT\()/;
  expect(written.filter(({ formula }) => formula && !own.test(formula))).toEqual([]);
  const csv = (await get(`listId=${formulas.id}&format=csv`)).body.split('\r\n');
  expect(csv[1]).toMatch(/^2026-03-06,Due date,Paper \$7,,'@SUM\(A1\),'=1\+1,7,\$,/);
  expect(csv[2]).toMatch(/^2026-03-07,Due date,Unpriced,,'@SUM\(A1\),'=1\+1,,,/);
});

test('a browser’s download cookie signs in, and errors have their status', async () => {
  const url = `/api/trello/exportlistexpense?listId=${march.id}`;
  const withCookie = await setup.app.inject({ url, headers: { cookie: setup.downloadCookie } });
  expect(withCookie.statusCode).toBe(200);
  expect((await setup.send('GET', url, 'visitor')).statusCode).toBe(401);
  expect((await setup.send('HEAD', url, 'client')).statusCode).toBe(200);
  for (const [query, status] of [
    ['', 400],
    ['listId=abc', 400],
    ['listId=ffffffffffffffffffffffff', 404],
    [`listId=${march.id}&format=pdf`, 400],
    [`listId=${march.id}&listId=${march.id}`, 400],
  ] as const)
    expect((await get(query)).statusCode).toBe(status);
});
