// Entry of `npm run db:restore -- <file>`: replaces the database with a backup.
import { resolve } from 'node:path';
import { restorePostgres } from '../../db/backup/postgres.ts';
import { restoreSqlite } from '../../db/backup/sqlite.ts';
import { ConfigError } from '../config/config.ts';
import { runCommand } from './run-command.ts';

await runCommand(async ({ dataDir, databaseUrl }) => {
  const [name] = process.argv.slice(2);
  if (name === undefined) throw new ConfigError('Name the backup: npm run db:restore -- <file>');
  const file = resolve(name);
  if (databaseUrl !== null) {
    await restorePostgres(databaseUrl, file);
    return [`${file} was restored into the database of DATABASE_URL. Start the product.`];
  }
  const kept = restoreSqlite(dataDir, file, new Date());
  return [
    `${file} was restored to ${dataDir}. Start the product.`,
    ...(kept === null ? [] : [`The previous database is now ${kept}.`]),
  ];
});
