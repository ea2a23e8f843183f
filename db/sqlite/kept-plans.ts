import { SQLiteDialect } from 'drizzle-orm/sqlite-core';

/**
 * Has Drizzle write `+?` for each value of a statement on SQLite, which means the same. With a bare `?` SQLite plans some
 * statements by their values: it compiles them again for each run, which takes longer than the run itself.
 */
export function keepPlans(): void {
  SQLiteDialect.prototype.escapeParam = () => '+?';
}
