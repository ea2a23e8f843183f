import { isNotNull } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { checks } from '../../db/schema/checks.ts';
import { totpSecrets } from '../../db/schema/credentials.ts';
import { telephonyClients } from '../../db/schema/telephony.ts';
import { type Config, ConfigError } from '../config/config.ts';
import { type SecretBox, secretBox } from './secrets.ts';

/** Throws a ConfigError if the configured secret does not decrypt every stored AuthToken, authenticator secret and secret of a check. */
export async function requireSecret(db: Database, config: Config): Promise<void> {
  if (await opensAllSecrets(db, secretBox(config))) return;
  throw new ConfigError(
    config.appSecret === null
      ? `${config.dataDir}/app-secret must be the file that AuthTokens are encrypted with: restore it beside the database`
      : `APP_SECRET must be the secret that AuthTokens are encrypted with (without APP_SECRET: the first line of ${config.dataDir}/app-secret), or APP_SECRET_PREVIOUS must be`,
  );
}

/** True if the secret decrypts every stored AuthToken, authenticator secret and secret of a check. */
export async function opensAllSecrets(db: Database, box: SecretBox): Promise<boolean> {
  // One after the other: a copy reads through a single connection.
  const tokens = await db.select({ sealed: telephonyClients.authToken }).from(telephonyClients);
  const apps = await db.select({ sealed: totpSecrets.secret }).from(totpSecrets);
  const sealedChecks = await db.select({ sealed: checks.secrets }).from(checks).where(isNotNull(checks.secrets));
  return [...tokens, ...apps, ...sealedChecks].every(({ sealed }) => sealed === null || canOpen(box, sealed));
}

function canOpen(box: SecretBox, sealed: string): boolean {
  try {
    box.open(sealed);
    return true;
  } catch {
    return false;
  }
}
