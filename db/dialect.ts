export type Dialect = 'sqlite' | 'postgres';

/** The database of this process: Postgres if DATABASE_URL is its address, else the embedded SQLite file. */
export const dialect: Dialect = /^postgres(ql)?:\/\//.test(process.env.DATABASE_URL ?? '') ? 'postgres' : 'sqlite';

/** A text as Postgres can store it: U+FFFD replaces NUL. */
export function storableText(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text;
}
