import { and, eq, ne } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { upsertSet } from '../../db/query/json-rows.ts';
import { yieldToEventLoop } from '../../db/query/paging.ts';
import { boardCards, boardFields, boardLabels, boardLists, boards } from '../../db/schema/boards.ts';
import type { BoardContent, TrelloBoard, TrelloCard } from '../providers/trello.ts';

/** Rows of one insert; the event loop runs between two inserts. */
const maxInsertRows = 200;

/** Stores the account's boards and deletes missing boards with their content. */
export async function storeBoards(db: Database, found: readonly TrelloBoard[], seenIn: number): Promise<void> {
  for (const part of chunks(found)) {
    await db
      .insert(boards)
      .values(
        part.map(({ id, name, desc, url, closed }) => ({
          trelloId: id,
          name,
          description: desc,
          url,
          isArchived: closed,
          seenIn,
        })),
      )
      .onConflictDoUpdate({
        target: boards.trelloId,
        set: upsertSet('name', 'description', 'url', 'isArchived', 'seenIn'),
      });
  }
  await db.delete(boards).where(ne(boards.seenIn, seenIn));
}

/**
 * Stores the content of a board. The last step deletes records that Trello no longer has and marks the board as read up to
 * `activity`; after an interruption before that step, the next sync reads the board again.
 */
export async function storeContent(
  db: Database,
  boardId: number,
  content: BoardContent,
  read: { seenIn: number; activity: string | null; now: () => Date; onProgress: () => Promise<void> },
): Promise<void> {
  const { seenIn } = read;
  const lists = content.lists.toSorted((a, b) => a.pos - b.pos);
  for (const part of chunks(lists.map((list, position) => ({ ...list, position })))) {
    await db
      .insert(boardLists)
      .values(
        part.map(({ id, name, closed, position }) => ({ id, boardId, name, position, isArchived: closed, seenIn })),
      )
      .onConflictDoUpdate({
        target: boardLists.id,
        set: upsertSet('boardId', 'name', 'position', 'isArchived', 'seenIn'),
      });
  }
  for (const part of chunks(content.labels)) {
    await db
      .insert(boardLabels)
      .values(part.map(({ id, name, color }) => ({ id, boardId, name, colour: color, seenIn })))
      .onConflictDoUpdate({ target: boardLabels.id, set: upsertSet('boardId', 'name', 'colour', 'seenIn') });
  }
  for (const part of chunks(content.fields)) {
    await db
      .insert(boardFields)
      .values(part.map(({ id, name, type }) => ({ id, boardId, name, type, seenIn })))
      .onConflictDoUpdate({ target: boardFields.id, set: upsertSet('boardId', 'name', 'type', 'seenIn') });
  }
  for await (const page of content.cards) {
    for (const part of chunks(page)) {
      await storeCards(db, boardId, part, seenIn);
      await read.onProgress();
      await yieldToEventLoop();
    }
  }
  const gone = (table: typeof boardCards | typeof boardLists | typeof boardLabels | typeof boardFields) =>
    and(eq(table.boardId, boardId), ne(table.seenIn, seenIn));
  await atomically(db, (tx) => [
    tx.delete(boardCards).where(gone(boardCards)),
    tx.delete(boardLists).where(gone(boardLists)),
    tx.delete(boardLabels).where(gone(boardLabels)),
    tx.delete(boardFields).where(gone(boardFields)),
    tx
      .update(boards)
      .set({ readActivity: read.activity, readAt: read.now(), problem: null, problemAt: null })
      .where(eq(boards.id, boardId)),
  ]);
}

/** Marks a board that could not be read, until its next complete read. */
export async function storeProblem(db: Database, boardId: number, problem: string, now: Date): Promise<void> {
  await db
    .update(boards)
    .set({ problem: problem.slice(0, 500), problemAt: now })
    .where(eq(boards.id, boardId));
}

/** Stores cards; a card known on another board moves to this one. */
async function storeCards(db: Database, boardId: number, cards: TrelloCard[], seenIn: number): Promise<void> {
  await db
    .insert(boardCards)
    .values(
      cards.map(({ id, idList, name, desc, url, date, activityAt, closed, idLabels, values }) => ({
        id,
        boardId,
        listId: idList,
        name,
        description: desc,
        url,
        date,
        activityAt,
        isArchived: closed,
        labelIds: idLabels,
        values,
        seenIn,
      })),
    )
    .onConflictDoUpdate({
      target: boardCards.id,
      set: upsertSet(
        'boardId',
        'listId',
        'name',
        'description',
        'url',
        'date',
        'activityAt',
        'isArchived',
        'labelIds',
        'values',
        'seenIn',
      ),
    });
}

/** Splits a list for inserts; keeps the last of duplicate records, which would conflict within one insert. */
function* chunks<Item extends { id: string }>(items: readonly Item[]): Generator<Item[]> {
  const distinct = [...new Map(items.map((item) => [item.id, item])).values()];
  for (let start = 0; start < distinct.length; start += maxInsertRows)
    yield distinct.slice(start, start + maxInsertRows);
}
