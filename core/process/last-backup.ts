import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

// A file and not a row: a backup must not change the database that it copies.
const fileOf = (dataDir: string) => join(dataDir, 'last-backup');

/** Notes in the data folder when `npm run db:backup` was last successful. A folder that cannot be written keeps no note. */
export async function noteBackup(dataDir: string, at: Date): Promise<void> {
  await writeFile(fileOf(dataDir), `${at.toISOString()}\n`, { mode: 0o600 }).catch(() => {});
}

/** When `npm run db:backup` was last successful. Null: never, or elsewhere. */
export async function lastBackup(dataDir: string): Promise<Date | null> {
  const text = await readFile(fileOf(dataDir), 'utf8').catch(() => '');
  const at = Date.parse(text.trim());
  return Number.isNaN(at) ? null : new Date(at);
}
