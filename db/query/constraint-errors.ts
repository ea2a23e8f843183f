/** A constraint that a write breaks: a unique index, a reference to a row, or a required value. */
export type ConstraintError = 'unique' | 'reference' | 'missing';

/** Error codes of SQLite, and SQLSTATE codes of Postgres. */
const codes = new Map<unknown, ConstraintError>([
  ['SQLITE_CONSTRAINT_UNIQUE', 'unique'],
  ['SQLITE_CONSTRAINT_PRIMARYKEY', 'unique'],
  ['23505', 'unique'],
  ['SQLITE_CONSTRAINT_FOREIGNKEY', 'reference'],
  ['23503', 'reference'],
  ['SQLITE_CONSTRAINT_NOTNULL', 'missing'],
  ['23502', 'missing'],
]);

/** The constraint that made a write fail. Null: the write failed for another reason. */
export function constraintErrorOf(error: unknown): ConstraintError | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  return codes.get(error.code) ?? null;
}
