import type { FakeBoard, FakeCard, FakeField, FakeLabel, FakeList } from './trello.ts';

let made = 0;

/** A new id in Trello's format: seconds since 1970 in hex, then a counter. */
function trelloId(at: string | Date = '2026-02-01T09:00:00Z'): string {
  made += 1;
  const seconds = Math.floor(Number(new Date(at)) / 1000);
  return `${seconds.toString(16).padStart(8, '0')}${made.toString(16).padStart(16, '0')}`;
}

/** An empty board. */
export function makeBoard(name: string, more: Partial<FakeBoard> = {}): FakeBoard {
  const id = trelloId();
  return {
    id,
    name,
    desc: '',
    url: `https://trello.com/b/${id.slice(-8)}/${encodeURIComponent(name.toLowerCase())}`,
    closed: false,
    dateLastActivity: '2026-03-01T10:00:00.000Z',
    lists: [],
    labels: [],
    customFields: [],
    cards: [],
    ...more,
  };
}

/** Adds a list at the end of a board. */
export function addList(board: FakeBoard, name: string, more: Partial<FakeList> = {}): FakeList {
  const list = { id: trelloId(), name, closed: false, pos: (board.lists.length + 1) * 16_384, ...more };
  board.lists.push(list);
  return list;
}

/** Adds a label to a board. */
export function addLabel(board: FakeBoard, name: string, color: string | null = 'green'): FakeLabel {
  const label = { id: trelloId(), name, color };
  board.labels.push(label);
  return label;
}

/** Adds a custom field to a board. */
export function addField(board: FakeBoard, name: string, type: FakeField['type'] = 'number'): FakeField {
  const field = { id: trelloId(), name, type };
  board.customFields.push(field);
  return field;
}

/** Adds a card to a list. */
export function addCard(board: FakeBoard, list: FakeList, name: string, more: Partial<FakeCard> = {}): FakeCard {
  const id = more.id ?? trelloId();
  const card = {
    id,
    idList: list.id,
    name,
    desc: '',
    closed: false,
    due: null,
    dateLastActivity: '2026-03-08T09:00:00.000Z',
    idLabels: [],
    shortUrl: `https://trello.com/c/${id.slice(-8)}`,
    customFieldItems: [],
    ...more,
  };
  board.cards.push(card);
  return card;
}

/** Records activity on the board: updates its dateLastActivity as Trello does. */
export function touch(board: FakeBoard): void {
  board.dateLastActivity = new Date(Date.parse(board.dateLastActivity ?? '2026-03-01') + 60_000).toISOString();
}

/** The value of a number field on a card. */
export function numberItem(field: FakeField, number: string) {
  return { id: trelloId(), idCustomField: field.id, value: { number }, idValue: null };
}

/** Boards of a small company, for manual tests. */
export function sampleBoards(): FakeBoard[] {
  const travel = makeBoard('Travel and expenses', { desc: 'Receipts of every trip, sorted once a month.' });
  const march = addList(travel, 'March 2026');
  const april = addList(travel, 'April 2026');
  addList(travel, 'Settled in 2025', { closed: true });
  const hotel = addLabel(travel, 'Hotel', 'blue');
  const train = addLabel(travel, 'Train', 'green');
  const meals = addLabel(travel, 'Meals', 'orange');
  const amount = addField(travel, 'Amount');
  const day = (name: string) => ({ due: `${name}T12:00:00.000Z` });
  addCard(travel, march, 'Hotel am Hafen, two nights', {
    ...day('2026-03-04'),
    desc: 'Visit of the harbour master',
    idLabels: [hotel.id],
    customFieldItems: [numberItem(amount, '318.40')],
  });
  addCard(travel, march, 'Train to Bremen 1.234,50 €', { ...day('2026-03-03'), idLabels: [train.id] });
  addCard(travel, march, 'Dinner with the pilots $86.20', { ...day('2026-03-05'), idLabels: [meals.id] });
  addCard(travel, march, 'Taxi, receipt missing', { ...day('2026-03-05') });
  addCard(travel, march, 'Refund of the second room -12.00', { ...day('2026-03-09'), idLabels: [hotel.id] });
  addCard(travel, april, 'Lunch in Pune Rs 500', { ...day('2026-04-02'), idLabels: [meals.id] });
  const office = makeBoard('Office', { desc: 'What has to be bought.' });
  const bought = addList(office, 'Bought');
  addCard(office, bought, 'Paper £24.99', { idLabels: [addLabel(office, '', 'red').id] });
  const old = makeBoard('Move of 2024', { closed: true });
  addList(old, 'Done');
  return [travel, office, old];
}
