// Entry of `npm run db:backup -- <file>`: writes everything in the database into a file; the product may be running.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { backupPostgres } from '../../db/backup/postgres.ts';
import { backupSqlite } from '../../db/backup/sqlite.ts';
import { ConfigError } from '../config/config.ts';
import { runCommand } from './run-command.ts';

await runCommand(async ({ dataDir, databaseUrl, appSecret }) => {
  const [name] = process.argv.slice(2);
  if (name === undefined) throw new ConfigError('The file to write must be named: npm run db:backup -- <file>');
  const file = resolve(name);
  if (existsSync(file)) throw new ConfigError(`${file} is there already and is kept: name another file`);
  // Messages and hashes of passwords are in it: it is for its owner alone.
  process.umask(0o077);
  const size = databaseUrl === null ? await backupSqlite(dataDir, file) : await backupPostgres(databaseUrl, file);
  const secret = appSecret === null ? `${dataDir}/app-secret` : 'APP_SECRET';
  return [
    `${file}: ${(size / 1_000_000).toFixed(1)} MB, complete and sound.`,
    `AuthTokens in it are encrypted with ${secret}: keep that too, in another place.`,
  ];
});
