// Entry of `npm run db:copy`: copies the SQLite installation of DATA_DIR into the empty Postgres database of DATABASE_URL.
import { copyToPostgres } from '../../db/copy/copy.ts';
import { ConfigError } from '../config/config.ts';
import { requireSecret } from '../telephony/check-secret.ts';
import { runCommand } from './run-command.ts';

await runCommand(async (config) => {
  const { dataDir, databaseUrl } = config;
  if (databaseUrl === null) throw new ConfigError('DATABASE_URL must be the Postgres database to copy to');
  const copied = await copyToPostgres({ dataDir, databaseUrl }, (db) => requireSecret(db, config));
  const lines = copied.filter(({ rows }) => rows > 0).map(({ table, rows }) => `${String(rows).padStart(9)} ${table}`);
  const total = copied.reduce((sum, { rows }) => sum + rows, 0);
  const replaced = copied.reduce((sum, table) => sum + table.replaced, 0);
  return [
    ...lines,
    `${total} rows of ${copied.length} tables were copied and read back: count and content are the same.`,
    ...(replaced > 0 ? [`${replaced} texts held a NUL, which Postgres stores as U+FFFD.`] : []),
    'Start the product with this DATABASE_URL and APP_SECRET. The SQLite file has not changed.',
  ];
});
