import { setTimeout as sleepFor } from 'node:timers/promises';
import {
  boardAnswer,
  boardsAnswer,
  cardsAnswer,
  frameAnswer,
  labelsAnswer,
  type TrelloBoard,
  type TrelloCard,
  type TrelloField,
  type TrelloLabel,
  type TrelloList,
} from './trello-answers.ts';
import type { Pace } from './trello-limiter.ts';
import { askTrello, type TrelloAccess, TrelloError } from './trello-request.ts';

export type { TrelloBoard, TrelloCard } from './trello-answers.ts';
export { type TrelloAccess, TrelloError } from './trello-request.ts';

/** What is on a board; its cards come in pages, so that a large board need not fit in memory. */
export interface BoardContent {
  lists: TrelloList[];
  labels: TrelloLabel[];
  fields: TrelloField[];
  cards: AsyncIterable<TrelloCard[]>;
}

/** A Trello account. Every call throws a TrelloError. */
export interface Trello {
  /** The account's boards, archived ones included. */
  boards(): Promise<TrelloBoard[]>;
  /** Everything on a board, archived lists and cards included: one request, more for a board too large for that. */
  content(boardId: string): Promise<BoardContent>;
}

/** Most records Trello gives in one list. */
const largestPage = 1000;
/** Labels that Trello gives when it does not heed the limit asked for. */
const defaultLabels = 50;
/** Smallest page of cards that is tried before a board is given up. */
const smallestPage = 50;

const frame = 'fields=id&lists=all&list_fields=name,closed,pos&customFields=true&labels=all&labels_limit=1000';
const cardFields = 'name,desc,closed,due,idList,idLabels,shortUrl,url';

/** The account that key and token open; tests pass their own way to wait. */
export function createTrello(access: TrelloAccess, options: Pick<Pace, 'now'> & Partial<Pace>): Trello {
  const pace: Pace = { now: options.now, sleep: options.sleep ?? ((milliseconds) => sleepFor(milliseconds)) };

  /** Pages from the newest card to the oldest; a page that is still too much is asked for again by halves. */
  async function* pages(boardId: string): AsyncGenerator<TrelloCard[]> {
    let limit = largestPage;
    for (let before = ''; ; ) {
      const path = `/boards/${boardId}/cards?filter=all&customFieldItems=true&fields=${cardFields}&limit=${limit}`;
      let page: TrelloCard[];
      try {
        page = await askTrello(access, pace, before === '' ? path : `${path}&before=${before}`, cardsAnswer);
      } catch (error) {
        if (!isTooMuch(error) || limit <= smallestPage) throw error;
        limit = Math.max(smallestPage, Math.floor(limit / 2));
        continue;
      }
      const oldest = page.reduce((least, { id }) => (least === '' || id < least ? id : least), '');
      // Ids grow with time, so each page ends below the one before it; anything else would never end.
      if (oldest === '' || (before !== '' && oldest >= before)) return;
      yield page;
      before = oldest;
    }
  }

  /** All labels of a board, where the nested list is as long as Trello's default and may have been cut there. */
  async function allLabels(boardId: string, nested: TrelloLabel[]): Promise<TrelloLabel[]> {
    if (nested.length !== defaultLabels) return nested;
    return askTrello(access, pace, `/boards/${boardId}/labels?limit=${largestPage}`, labelsAnswer);
  }

  return {
    boards: () =>
      askTrello(
        access,
        pace,
        '/members/me/boards?filter=all&fields=name,desc,url,closed,dateLastActivity',
        boardsAnswer,
      ),

    async content(boardId) {
      const nested = `/boards/${boardId}?${frame}`;
      try {
        const whole = `${nested}&cards=all&card_customFieldItems=true&card_fields=${cardFields}`;
        const { cards, customFields, labels, lists } = await askTrello(access, pace, whole, boardAnswer);
        return {
          lists,
          labels: await allLabels(boardId, labels),
          fields: customFields,
          // As long as the longest list, it may have been cut there.
          cards: cards.length === largestPage ? pages(boardId) : once(cards),
        };
      } catch (error) {
        if (!isTooMuch(error)) throw error;
      }
      const { customFields, labels, lists } = await askTrello(access, pace, nested, frameAnswer);
      return { lists, labels: await allLabels(boardId, labels), fields: customFields, cards: pages(boardId) };
    },
  };
}

function isTooMuch(error: unknown): boolean {
  return error instanceof TrelloError && error.kind === 'too-many-cards';
}

async function* once<Item>(item: Item): AsyncGenerator<Item> {
  yield item;
}
