// Entry of `npm run db:copy`: copies the SQLite installation of DATA_DIR into the empty Postgres database of DATABASE_URL.
import { copyToPostgres } from '../../db/copy/copy.ts';
import type { Database } from '../../db/database.ts';
import { telephonyClients } from '../../db/schema/telephony.ts';
import { type Config, ConfigError } from '../config/config.ts';
import { secretBox } from '../telephony/secrets.ts';
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

/** Checks that the secret of the new installation decrypts the stored tokens. */
async function requireSecret(db: Database, config: Config): Promise<void> {
  const box = secretBox(config);
  for (const { authToken } of await db.select({ authToken: telephonyClients.authToken }).from(telephonyClients)) {
    try {
      box.open(authToken);
    } catch {
      throw new ConfigError(
        `APP_SECRET must be the secret that AuthTokens are encrypted with: the first line of ${config.dataDir}/app-secret`,
      );
    }
  }
}
