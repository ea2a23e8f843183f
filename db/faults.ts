/** A reason why the database cannot be used as it should. */
export type DatabaseFault = 'full' | 'read-only' | 'damaged' | 'emptied' | 'newer' | 'unreachable';

/** What a fault means, as the end of a sentence about the database. */
export const faultTexts: Readonly<Record<DatabaseFault, string>> = {
  full: 'its disk is full',
  'read-only': 'it cannot be written: the disk, the folder or the file is read-only or belongs to another user',
  damaged: 'it is damaged: restore a backup with npm run db:restore',
  emptied: 'its tables are missing or were emptied: restore a backup with npm run db:restore',
  newer: 'a newer version of the product has migrated it: install that version',
  unreachable: 'it does not respond',
};

/** Beginnings of the error codes of SQLite, Node.js and Postgres. The first match counts. */
const codes: readonly (readonly [string, DatabaseFault])[] = [
  ['SQLITE_FULL', 'full'],
  // The file that SQLite shares between processes cannot be extended.
  ['SQLITE_IOERR_SHMSIZE', 'full'],
  ['ENOSPC', 'full'],
  ['EDQUOT', 'full'],
  ['53100', 'full'],
  ['SQLITE_READONLY', 'read-only'],
  ['SQLITE_CANTOPEN', 'read-only'],
  ['SQLITE_PERM', 'read-only'],
  ['EROFS', 'read-only'],
  ['EACCES', 'read-only'],
  ['EPERM', 'read-only'],
  ['25006', 'read-only'],
  ['SQLITE_CORRUPT', 'damaged'],
  ['SQLITE_NOTADB', 'damaged'],
  ['SQLITE_IOERR', 'damaged'],
  ['EIO', 'damaged'],
  ['XX001', 'damaged'],
  ['XX002', 'damaged'],
  ['58030', 'damaged'],
  ['42P01', 'emptied'],
  ['3F000', 'emptied'],
];

/** The fault that made a query or a file operation fail. Null: another reason. */
export function faultOf(error: unknown): DatabaseFault | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null;
  const { code, message } = error;
  if (code === 'SQLITE_ERROR') return message.startsWith('no such table') ? 'emptied' : null;
  return codes.find(([beginning]) => code.startsWith(beginning))?.[1] ?? null;
}
