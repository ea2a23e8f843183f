import { DatabaseError } from '../database.ts';
import { type DatabaseFault, faultTexts } from '../faults.ts';

/** The server does not answer or refuses the connection. The message does not show the password. */
export function unusableDatabase(error: unknown): DatabaseError {
  return new DatabaseError(`The database of DATABASE_URL cannot be used: ${reasonOf(error)}`, { cause: error });
}

/** The server responds, but the database has a fault. */
export function faultyDatabase(fault: DatabaseFault, cause?: unknown): DatabaseError {
  const detail = cause === undefined ? '' : ` (${reasonOf(cause)})`;
  return new DatabaseError(`The database of DATABASE_URL cannot be used: ${faultTexts[fault]}${detail}.`, { cause });
}

/** A host with several addresses fails with one error for each address. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}
