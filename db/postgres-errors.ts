import { PgPreparedQuery } from 'drizzle-orm/pg-core';
import { castTo } from '../contract/cast.ts';

interface Prepared {
  queryWithCache(query: string, values: unknown[], run: () => Promise<unknown>): Promise<unknown>;
}

/**
 * Lets errors of Postgres through as they are, without the values that are stored. Drizzle's own error says the query
 * with all its values, and Postgres's details say rows; both would be in logs and on screens.
 */
export function plainQueryErrors(): void {
  const prepared = castTo<Prepared>(PgPreparedQuery.prototype);
  prepared.queryWithCache = async (_query, _values, run) => {
    try {
      return await run();
    } catch (error) {
      if (error instanceof Error && 'detail' in error) delete error.detail;
      throw error;
    }
  };
}
