/**
 * Error codes of SQLite, PostgreSQL and the network for a database that does not work for a while: a full or failing disk, a
 * lock that another process holds, a lost or refused connection, a server that starts or stops or has no connection left.
 */
const codes =
  /^(SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN).*|08...|53...|57P0[123]|25006|E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH))$/;
/** Messages of the driver for lost connections, which have no code. */
const messages = /connection terminated|timeout exceeded when trying to connect/i;

/** True if a query failed because the database does not work at the moment; the same query may succeed later. */
export function isDatabaseOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // A host with several addresses fails with one error for each address.
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isDatabaseOutage);
  return ('code' in error && codes.test(String(error.code))) || messages.test(error.message);
}
