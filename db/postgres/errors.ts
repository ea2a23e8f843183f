import { DatabaseError } from '../database.ts';

/** The server does not answer or refuses the connection. The message does not show the password. */
export function unusableDatabase(error: unknown): DatabaseError {
  return new DatabaseError(`The database of DATABASE_URL cannot be used: ${reasonOf(error)}`, { cause: error });
}

/** A host with several addresses fails with one error for each address. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}
