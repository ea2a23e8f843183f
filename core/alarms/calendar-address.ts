import type { Config } from '../config/config.ts';
import { secretBox } from '../telephony/secrets.ts';

/** The address of a rota's calendar; null if it cannot be decrypted, because its key is missing. */
export function calendarAddress(
  config: Pick<Config, 'appSecret' | 'appSecretPrevious' | 'dataDir'>,
  sealed: string,
): string | null {
  const box = secretBox(config);
  try {
    return box.open(sealed);
  } catch {
    return null;
  }
}
