import type { FakeBoard, FakeList, FakeTrello } from '../fakes/trello.ts';
import { addCard, addList, makeBoard } from '../fakes/trello-boards.ts';

/** Adds Travel with two lists and two cards, and Office with one of each. */
export function addTwoBoards(trello: FakeTrello): {
  travel: FakeBoard;
  office: FakeBoard;
  march: FakeList;
  april: FakeList;
  bought: FakeList;
} {
  const travel = makeBoard('Travel');
  const march = addList(travel, 'March');
  const april = addList(travel, 'April');
  addCard(travel, march, 'Hotel');
  addCard(travel, march, 'Train');
  const office = makeBoard('Office');
  const bought = addList(office, 'Bought');
  addCard(office, bought, 'Paper');
  trello.boards.push(travel, office);
  return { travel, office, march, april, bought };
}
