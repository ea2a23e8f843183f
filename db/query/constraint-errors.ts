/** A rule of the schema that a write would break: a value that must be unique, a reference to a row, a value that must be there. */
export type Violation = 'unique' | 'reference' | 'missing';

/** SQLite's names and SQLSTATE codes of Postgres. */
const codes = new Map<unknown, Violation>([
  ['SQLITE_CONSTRAINT_UNIQUE', 'unique'],
  ['SQLITE_CONSTRAINT_PRIMARYKEY', 'unique'],
  ['23505', 'unique'],
  ['SQLITE_CONSTRAINT_FOREIGNKEY', 'reference'],
  ['23503', 'reference'],
  ['SQLITE_CONSTRAINT_NOTNULL', 'missing'],
  ['23502', 'missing'],
]);

/** Which rule a failed write would have broken; null: it failed for another reason. */
export function violationOf(error: unknown): Violation | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  return codes.get(error.code) ?? null;
}
