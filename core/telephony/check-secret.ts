import type { Database } from '../../db/database.ts';
import { telephonyClients } from '../../db/schema/telephony.ts';
import { type Config, ConfigError } from '../config/config.ts';
import { type SecretBox, secretBox } from './secrets.ts';

/** Throws a ConfigError if the configured secret does not decrypt every stored AuthToken. */
export async function requireSecret(db: Database, config: Config): Promise<void> {
  if (await opensAllTokens(db, secretBox(config))) return;
  throw new ConfigError(
    config.appSecret === null
      ? `${config.dataDir}/app-secret must be the file that AuthTokens are encrypted with: restore it beside the database`
      : `APP_SECRET must be the secret that AuthTokens are encrypted with (without APP_SECRET: the first line of ${config.dataDir}/app-secret), or APP_SECRET_PREVIOUS must be`,
  );
}

/** True if the secret decrypts every stored AuthToken. */
export async function opensAllTokens(db: Database, box: SecretBox): Promise<boolean> {
  const rows = await db.select({ authToken: telephonyClients.authToken }).from(telephonyClients);
  return rows.every(({ authToken }) => canOpen(box, authToken));
}

function canOpen(box: SecretBox, sealed: string): boolean {
  try {
    box.open(sealed);
    return true;
  } catch {
    return false;
  }
}
