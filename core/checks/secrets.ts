import { z } from 'zod';
import type { Config } from '../config/config.ts';
import { secretBox } from '../telephony/secrets.ts';
import type { Check } from './claim.ts';
import type { CheckSecrets } from './result.ts';

const stored = z.object({
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  body: z.string().nullable(),
});

/** Headers and body as they are stored, encrypted; null if there are none. */
export function sealSecrets(config: Config, secrets: CheckSecrets): string | null {
  if (secrets.headers.length === 0 && secrets.body === null) return null;
  return secretBox(config).seal(JSON.stringify(secrets));
}

/** The stored headers and body. */
export function openSecrets(config: Config, { secrets }: Pick<Check, 'secrets'>): CheckSecrets {
  return secrets === null ? { headers: [], body: null } : stored.parse(JSON.parse(secretBox(config).open(secrets)));
}
