import type Sqlite from 'better-sqlite3';

/** Statements kept by a connection; the product has some 300 whose text does not differ from run to run. */
const maxStatements = 400;
/** Longer texts are mostly lists of values, which do not come again. In characters. */
const maxLength = 4000;

/**
 * Has a connection compile each statement once: compiling takes SQLite longer than most statements take to run. SQLite
 * compiles a kept statement again by itself after a change of the tables.
 */
export function keepStatements(connection: Sqlite.Database): void {
  const compile = connection.prepare.bind(connection);
  const kept = new Map<string, ReturnType<typeof compile>>();
  const prepare = (source: string) => {
    const known = kept.get(source);
    const statement = known ?? compile(source);
    if (source.length > maxLength) return statement;
    // Drizzle sets a statement to arrays when it wants arrays; objects are the default of a new statement.
    if (known) {
      kept.delete(source);
      if (known.reader) known.raw(false);
    }
    // The statement comes last: the first one was not used for the longest time.
    kept.set(source, statement);
    const [oldest] = kept.keys();
    if (kept.size > maxStatements && oldest !== undefined) kept.delete(oldest);
    return statement;
  };
  Object.defineProperty(connection, 'prepare', { value: prepare, writable: true });
}
