import { PgPreparedQuery } from 'drizzle-orm/pg-core';
import { castTo } from '../../contract/cast.ts';
import { DatabaseError } from '../database.ts';

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

/** What an operator is told when the server does not answer or does not let us in; never the password. */
export function cannotBeUsed(error: unknown): DatabaseError {
  return new DatabaseError(`The database of DATABASE_URL cannot be used: ${reasonOf(error)}`, { cause: error });
}

/** A host that has several addresses refuses with one error each. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}
