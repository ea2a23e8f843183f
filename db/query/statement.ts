import type { Database } from '../database.ts';

/** A query that has been built but not run. */
export interface Statement<Result = unknown> extends PromiseLike<Result> {
  getSQL(): unknown;
}

/** What statements of a transaction are built with. */
export type Transaction = Pick<Database, 'insert' | 'update' | 'delete'>;
