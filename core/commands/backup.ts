// Entry of `npm run db:backup -- <file>`: writes the database into a file. The product may be running.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { backupPostgres } from '../../db/backup/postgres.ts';
import { backupSqlite } from '../../db/backup/sqlite.ts';
import { ConfigError } from '../config/config.ts';
import { noteBackup } from '../process/last-backup.ts';
import { runCommand } from './run-command.ts';

await runCommand(async ({ dataDir, databaseUrl, appSecret }) => {
  const [name] = process.argv.slice(2);
  if (name === undefined) throw new ConfigError('Name the file to write: npm run db:backup -- <file>');
  const file = resolve(name);
  if (existsSync(file)) throw new ConfigError(`${file} exists and is not overwritten: name another file`);
  // Only the owner may read the file: it contains messages and password hashes.
  process.umask(0o077);
  const size = databaseUrl === null ? await backupSqlite(dataDir, file) : await backupPostgres(databaseUrl, file);
  await noteBackup(dataDir, new Date());
  const secret = appSecret === null ? `${dataDir}/app-secret` : 'APP_SECRET';
  return [
    `${file}: ${(size / 1_000_000).toFixed(1)} MB, complete and checked.`,
    `Its AuthTokens are encrypted with ${secret}: keep a copy of that too, in another place.`,
  ];
});
