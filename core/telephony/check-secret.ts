import type { Database } from '../../db/database.ts';
import { type Config, ConfigError } from '../config/config.ts';
import { sealedColumns } from './sealed-columns.ts';
import { type SecretBox, secretBox } from './secrets.ts';

/** Throws a ConfigError if the configured secret does not decrypt every stored secret (sealed-columns.ts). */
export async function requireSecret(db: Database, config: Config): Promise<void> {
  if (await opensAllSecrets(db, secretBox(config))) return;
  throw new ConfigError(
    config.appSecret === null
      ? `${config.dataDir}/app-secret must be the file that AuthTokens are encrypted with: restore it beside the database`
      : `APP_SECRET must be the secret that AuthTokens are encrypted with (without APP_SECRET: the first line of ${config.dataDir}/app-secret), or APP_SECRET_PREVIOUS must be`,
  );
}

/** True if the secret decrypts every stored secret (sealed-columns.ts). */
export async function opensAllSecrets(db: Database, box: SecretBox): Promise<boolean> {
  // One after the other: a copy reads through a single connection.
  for (const { read } of sealedColumns) {
    const rows = await read(db);
    if (!rows.every(({ sealed }) => sealed === null || canOpen(box, sealed))) return false;
  }
  return true;
}

function canOpen(box: SecretBox, sealed: string): boolean {
  try {
    box.open(sealed);
    return true;
  } catch {
    return false;
  }
}
