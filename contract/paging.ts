/** Rows on one page of a list that is paged on the server. */
export const pageSize = 50;
/** Such a list is counted exactly, and can be paged, up to this many rows. */
export const countLimit = 10_000;
