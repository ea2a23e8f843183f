/** Rows per page of a list that the server pages. */
export const pageSize = 50;
/** Up to this many rows such a list is counted exactly and can be paged. */
export const countLimit = 10_000;
