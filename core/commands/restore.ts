// Entry of `npm run db:restore -- <file>`: puts a backup in the place of the database.
import { resolve } from 'node:path';
import { restorePostgres } from '../../db/backup/postgres.ts';
import { restoreSqlite } from '../../db/backup/sqlite.ts';
import { ConfigError } from '../config/config.ts';
import { runCommand } from './run-command.ts';

await runCommand(async ({ dataDir, databaseUrl }) => {
  const [name] = process.argv.slice(2);
  if (name === undefined) throw new ConfigError('The backup must be named: npm run db:restore -- <file>');
  const file = resolve(name);
  process.umask(0o077);
  if (databaseUrl !== null) {
    await restorePostgres(databaseUrl, file);
    return [`${file} is in the database of DATABASE_URL. Start the product.`];
  }
  const kept = restoreSqlite(dataDir, file, new Date());
  return [
    `${file} is in its place in ${dataDir}. Start the product.`,
    ...(kept === null ? [] : [`What was there before is now ${kept}.`]),
  ];
});
