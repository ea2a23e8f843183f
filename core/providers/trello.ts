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

/** The content of a board; cards come in pages, so that a large board does not have to fit in memory. */
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
  /** Everything on a board, including archived lists and cards: one request, more for a large board. */
  content(boardId: string): Promise<BoardContent>;
}

/** Trello's limit of records in one list. */
const maxPageSize = 1000;
/** Labels that Trello sends if it ignores the requested limit. */
const defaultLabels = 50;
/** Smallest page of cards to request before the read of a board fails. */
const minPageSize = 50;

const frame = 'fields=id&lists=all&list_fields=name,closed,pos&customFields=true&labels=all&labels_limit=1000';
const cardFields = 'name,desc,closed,due,dateLastActivity,idList,idLabels,shortUrl,url';

/** The account of a key and token; tests pass their own clock. */
export function createTrello(access: TrelloAccess, options: Pick<Pace, 'now'> & Partial<Pace>): Trello {
  const pace: Pace = { now: options.now, sleep: options.sleep ?? ((milliseconds) => sleepFor(milliseconds)) };

  /** Pages from the newest card to the oldest; a page that is too large is requested again at half the size. */
  async function* pages(boardId: string): AsyncGenerator<TrelloCard[]> {
    let limit = maxPageSize;
    for (let before = ''; ; ) {
      const path = `/boards/${boardId}/cards?filter=all&customFieldItems=true&fields=${cardFields}&limit=${limit}`;
      let page: TrelloCard[];
      try {
        page = await askTrello(access, pace, before === '' ? path : `${path}&before=${before}`, cardsAnswer);
      } catch (error) {
        if (!isTooMuch(error) || limit <= minPageSize) throw error;
        limit = Math.max(minPageSize, Math.floor(limit / 2));
        continue;
      }
      const oldest = page.reduce((least, { id }) => (least === '' || id < least ? id : least), '');
      // Ids grow with time, so each page must end below the previous one; otherwise the loop would never end.
      if (oldest === '' || (before !== '' && oldest >= before)) return;
      yield page;
      before = oldest;
    }
  }

  /** All labels of a board: requests them separately if the nested list may be cut at Trello's default. */
  async function allLabels(boardId: string, nested: TrelloLabel[]): Promise<TrelloLabel[]> {
    if (nested.length !== defaultLabels) return nested;
    return askTrello(access, pace, `/boards/${boardId}/labels?limit=${maxPageSize}`, labelsAnswer);
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
          // A list of the maximum length may be incomplete.
          cards: cards.length === maxPageSize ? pages(boardId) : once(cards),
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
