import {
  childOf,
  choice,
  count,
  flag,
  id,
  index,
  instant,
  json,
  primaryKey,
  table,
  text,
  uniqueIndex,
} from '../columns.ts';
import { telephonyClients } from './telephony.ts';

// A copy of Trello's boards. Only workers/jobs/sync-boards.ts writes it. `seenIn` is the number of the last sync that saw
// the row. A sync that reads a board completely deletes the rows that it has not seen.

/** Boards. `readActivity` is Trello's dateLastActivity at the last complete read, or null before the first. */
export const boards = table(
  'boards',
  {
    id: id(),
    trelloId: text().notNull(),
    name: text().notNull(),
    description: text().notNull().default(''),
    url: text().notNull().default(''),
    isArchived: flag().notNull().default(false),
    seenIn: count().notNull(),
    readActivity: text(),
    readAt: instant(),
    /** Why the last read of this board failed, for people; null after a complete read. */
    problem: text(),
    problemAt: instant(),
  },
  (row) => [uniqueIndex('boards_trello').on(row.trelloId)],
);

/** The boards that users of a telephony account may see; Admins see all boards. */
export const boardShares = table(
  'board_shares',
  {
    boardId: childOf(() => boards.id),
    telephonyClientId: childOf(() => telephonyClients.id),
  },
  (row) => [
    primaryKey({ columns: [row.boardId, row.telephonyClientId] }),
    index('board_shares_client').on(row.telephonyClientId),
  ],
);

/** Lists of a board. `position` counts from 0. */
export const boardLists = table(
  'board_lists',
  {
    id: text().primaryKey(),
    boardId: childOf(() => boards.id),
    name: text().notNull(),
    position: count().notNull(),
    isArchived: flag().notNull().default(false),
    seenIn: count().notNull(),
  },
  (row) => [index('board_lists_board').on(row.boardId)],
);

/**
 * Cards. `date` is the due date, else the day of the card's creation. `values` are the values of custom fields by field id,
 * as Trello writes them. Cards do not reference their list, because a card may arrive before the list's board.
 */
export const boardCards = table(
  'board_cards',
  {
    id: text().primaryKey(),
    boardId: childOf(() => boards.id),
    listId: text().notNull(),
    name: text().notNull(),
    description: text().notNull().default(''),
    url: text().notNull().default(''),
    date: instant().notNull(),
    /** Last change in Trello. */
    activityAt: instant().notNull().default(new Date(0)),
    isArchived: flag().notNull().default(false),
    labelIds: json().$type<string[]>().notNull(),
    values: json().$type<Record<string, string>>().notNull(),
    seenIn: count().notNull(),
  },
  (row) => [
    index('board_cards_list').on(row.listId, row.date, row.id),
    index('board_cards_activity').on(row.listId, row.activityAt, row.id),
    index('board_cards_created').on(row.listId, row.id),
    index('board_cards_board').on(row.boardId, row.seenIn),
  ],
);

/** Labels of a board. Screens show the colour of a label that has no name. */
export const boardLabels = table(
  'board_labels',
  {
    id: text().primaryKey(),
    boardId: childOf(() => boards.id),
    name: text().notNull(),
    colour: text().notNull().default(''),
    seenIn: count().notNull(),
  },
  (row) => [index('board_labels_board').on(row.boardId)],
);

/** Custom fields of a board. */
export const boardFields = table(
  'board_fields',
  {
    id: text().primaryKey(),
    boardId: childOf(() => boards.id),
    name: text().notNull(),
    type: text().notNull(),
    seenIn: count().notNull(),
  },
  (row) => [index('board_fields_board').on(row.boardId)],
);

/** Categories of labels. `nameKey` is the lower-cased name, which makes names unique in any case. */
export const boardCategories = table(
  'board_categories',
  { id: id(), name: text().notNull(), nameKey: text().notNull() },
  (row) => [uniqueIndex('board_categories_name').on(row.nameKey)],
);

/** The labels of each category. */
export const boardCategoryLabels = table(
  'board_category_labels',
  {
    categoryId: childOf(() => boardCategories.id),
    labelId: text()
      .notNull()
      .references(() => boardLabels.id, { onDelete: 'cascade' }),
  },
  (row) => [
    primaryKey({ columns: [row.categoryId, row.labelId] }),
    index('board_category_labels_label').on(row.labelId),
  ],
);

/** State of the sync: one row, with id 1. */
export const boardSync = table('board_sync', {
  id: count().primaryKey(),
  state: choice(['idle', 'waiting', 'running']).notNull().default('idle'),
  /** Number of the last sync. */
  number: count().notNull().default(0),
  startedAt: instant(),
  /** Last heartbeat of the running sync. */
  aliveAt: instant(),
  boardsDone: count().notNull().default(0),
  boardsTotal: count().notNull().default(0),
  currentBoard: text(),
  succeededAt: instant(),
  lastError: text(),
  failedAt: instant(),
});
