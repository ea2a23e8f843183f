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

// A copy of Trello's boards, written by workers/jobs/sync-boards.ts alone. `seenIn` is the number of the last sync that
// saw the row; what the sync that completes a board has not seen is gone in Trello.

/** Boards; `readActivity` is Trello's dateLastActivity at the last complete read, null while there was none. */
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
  },
  (row) => [uniqueIndex('boards_trello').on(row.trelloId)],
);

/** A board's lists, `position` counts from 0 in the board's order. */
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
 * Cards. `date` is the due date, else the day the card was made; `values` are custom field values by field id, as Trello
 * writes them. No reference to the list: a card may arrive before the board that its list is on.
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
    isArchived: flag().notNull().default(false),
    labelIds: json().$type<string[]>().notNull(),
    values: json().$type<Record<string, string>>().notNull(),
    seenIn: count().notNull(),
  },
  (row) => [
    index('board_cards_list').on(row.listId, row.date, row.id),
    index('board_cards_board').on(row.boardId, row.seenIn),
  ],
);

/** A board's labels; one without a name is known by its colour. */
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

/** A board's custom fields. */
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

/** Categories of labels; `nameKey` is the lower-cased name, so that names differ in more than case. */
export const boardCategories = table(
  'board_categories',
  { id: id(), name: text().notNull(), nameKey: text().notNull() },
  (row) => [uniqueIndex('board_categories_name').on(row.nameKey)],
);

/** Which labels are in a category. */
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

/** How the sync stands: one row, with id 1. */
export const boardSync = table('board_sync', {
  id: count().primaryKey(),
  state: choice(['idle', 'waiting', 'running']).notNull().default('idle'),
  /** Counts syncs. */
  number: count().notNull().default(0),
  startedAt: instant(),
  /** Last sign of life of the sync that runs. */
  aliveAt: instant(),
  boardsDone: count().notNull().default(0),
  boardsTotal: count().notNull().default(0),
  currentBoard: text(),
  succeededAt: instant(),
  lastError: text(),
  failedAt: instant(),
});
