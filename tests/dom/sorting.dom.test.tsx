import { findByRole, getByRole, queryByRole, screen, waitFor } from '@testing-library/dom';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pageSize } from '../../contract/paging.ts';
import { columnTexts, type DomServer, openBackOffice, startDomServer } from '../fixture/dom.ts';

let server: DomServer;
let office: Awaited<ReturnType<typeof openBackOffice>>;
beforeAll(async () => {
  server = await startDomServer();
  office = await openBackOffice(server);
});
afterAll(() => server.stop());

const sortBy = (table: HTMLElement, header: string) => office.user.click(getByRole(table, 'button', { name: header }));

describe('a table of records', () => {
  const labels = ['Berth 10', 'berth 9', 'Ärger', 'Zone'];
  let table: HTMLElement;
  beforeAll(async () => {
    server.execute(`delete from facts;
      insert into facts (parent_id, position, version, is_active, label, count) select id, 1, 1, 1, 'Berth 10', 100 from fact_headings;
      insert into facts (parent_id, position, version, is_active, label, count) select id, 2, 1, 0, 'berth 9', 20 from fact_headings;
      insert into facts (parent_id, position, version, is_active, label, count) select id, 3, 1, 1, 'Ärger', 3000 from fact_headings;
      insert into facts (parent_id, position, version, is_active, label, count) select id, 4, 1, 0, 'Zone', 4 from fact_headings;`);
    await office.open('facts', 'Facts Detail');
    await office.user.click(await screen.findByRole('button', { name: /^Facts of/ }));
    table = await findByRole(await screen.findByRole('dialog', { name: 'Facts List' }), 'table');
    await waitFor(() => expect(columnTexts(table, 'Label')).toEqual(labels));
  });

  const direction = (header: string) => getByRole(table, 'columnheader', { name: header }).getAttribute('aria-sort');

  test('sorts a text upwards, then downwards, then not at all', async () => {
    expect(direction('Label')).toBe('none');
    await sortBy(table, 'Label');
    // Numbers in a text count as numbers; capitals do not matter.
    expect(columnTexts(table, 'Label')).toEqual(['Ärger', 'berth 9', 'Berth 10', 'Zone']);
    expect(direction('Label')).toBe('ascending');
    await sortBy(table, 'Label');
    expect(columnTexts(table, 'Label')).toEqual(['Zone', 'Berth 10', 'berth 9', 'Ärger']);
    expect(direction('Label')).toBe('descending');
    await sortBy(table, 'Label');
    expect(columnTexts(table, 'Label')).toEqual(labels);
    expect(direction('Label')).toBe('none');
  });

  test('sorts numbers by value, and another column from the start', async () => {
    await sortBy(table, 'Label');
    await sortBy(table, 'Count');
    expect(columnTexts(table, 'Count').map((text) => Number(text.replaceAll(',', '')))).toEqual([4, 20, 100, 3000]);
    expect([direction('Label'), direction('Count')]).toEqual(['none', 'ascending']);
    await sortBy(table, 'Count');
    await sortBy(table, 'Count');
  });

  test('sorts active rows first, and keeps the order of equal rows', async () => {
    await sortBy(table, 'IsActive');
    expect(columnTexts(table, 'IsActive')).toEqual(['Yes', 'Yes', 'No', 'No']);
    expect(columnTexts(table, 'Label')).toEqual(['Berth 10', 'Ärger', 'berth 9', 'Zone']);
    await sortBy(table, 'IsActive');
    await sortBy(table, 'IsActive');
  });

  test('lets rows move in the page’s order only', async () => {
    const handle = () => getByRole<HTMLButtonElement>(table, 'button', { name: 'Move Zone' });
    expect(handle().disabled).toBe(false);
    await sortBy(table, 'Count');
    expect(handle().disabled).toBe(true);
    await office.user.click(screen.getByRole('button', { name: 'Show the page’s order' }));
    expect(handle().disabled).toBe(false);
    expect(columnTexts(table, 'Label')).toEqual(labels);
    expect(screen.queryByRole('button', { name: 'Show the page’s order' })).toBe(null);
  });
});

test('a column of pictures or buttons has no sorting', async () => {
  await office.open('description', 'Description Detail');
  const table = screen.getByRole('table');
  for (const header of ['Background', 'Edit']) {
    const column = getByRole(table, 'columnheader', { name: header });
    expect([header, column.getAttribute('aria-sort'), queryByRole(column, 'button')]).toEqual([header, null, null]);
  }
});

describe('a list that the server sorts', () => {
  /** Message `n` of as many as two pages; the number of a message counts down while its time counts up. */
  const rows = Array.from({ length: pageSize + 1 }, (_, n) => ({ sid: `SM${1999 - n}`, time: 1_700_000_000_000 + n }));
  beforeAll(async () => {
    const values = rows.map(({ sid, time }) => `('+1555', '+1666', 'AC1', '${sid}', 'delivered', 9, ${time})`);
    server.execute(`insert into telephony_messages
      (from_number, to_number, account_sid, message_sid, status, rank, created_on) values ${values.join()}`);
    await office.open('twilio-log', 'Twilio Logs');
  });

  const ids = () => columnTexts(screen.getByRole('table'), 'Message ID');
  const oldestFirst = rows.map(({ sid }) => sid);

  test('starts with the newest rows; a click on their column shows the oldest ones', async () => {
    await waitFor(() => expect(ids()).toEqual(oldestFirst.toReversed().slice(0, pageSize)));
    await sortBy(screen.getByRole('table'), 'Created On');
    await waitFor(() => expect(ids()).toEqual(oldestFirst.slice(0, pageSize)));
    await sortBy(screen.getByRole('table'), 'Created On');
    await waitFor(() => expect(ids()).toEqual(oldestFirst.toReversed().slice(0, pageSize)));
  });

  test('sorts another column upwards, from its first page, and newest first again', async () => {
    await office.user.click(screen.getByRole('button', { name: '2' }));
    await waitFor(() => expect(ids()).toEqual(['SM1999']));
    await sortBy(screen.getByRole('table'), 'Message ID');
    await waitFor(() => expect(ids()).toEqual(oldestFirst.toReversed().slice(0, pageSize)));
    await sortBy(screen.getByRole('table'), 'Message ID');
    await waitFor(() => expect(ids()).toEqual(oldestFirst.slice(0, pageSize)));
    await sortBy(screen.getByRole('table'), 'Created On');
    await waitFor(() => expect(ids()).toEqual(oldestFirst.toReversed().slice(0, pageSize)));
  });
});
