/** What happened to a row of the content. */
export const historyActions = ['create', 'save', 'delete', 'reorder'] as const;
export type HistoryAction = (typeof historyActions)[number];

/**
 * Why a row of the content changed. `edit`: somebody saved, deleted or moved the row. `start`: the state in which the history
 * found the row. `account`: the SMS account of the row was deleted.
 */
export const historyCauses = ['edit', 'restore', 'undo', 'release', 'account', 'start'] as const;
export type HistoryCause = (typeof historyCauses)[number];

/** Retention of the history, in days. */
export const historyDays = 730;
/** Newest entries of each row that stay, however old they are. */
export const historyEntriesKept = 20;
