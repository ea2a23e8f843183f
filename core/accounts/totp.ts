import { and, eq, lt } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import type { Database } from '../../db/database.ts';
import { totpSecrets } from '../../db/schema/credentials.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { secretBox } from '../telephony/secrets.ts';

/** Seconds of a time step (RFC 6238). */
const period = 30;

/** Steps before and after the current one that are accepted: clocks differ, and typing takes time. */
const allowedSteps = 1;

const settings = { algorithm: 'SHA1', digits: 6, period } as const;

/** A new secret of 160 random bits (RFC 4226, section 4) in base32. */
export function newTotpSecret({ randomBytes }: Pick<CoreDependencies, 'randomBytes'>): string {
  return new Secret({ buffer: new Uint8Array(randomBytes(20)).buffer }).base32;
}

/** The `otpauth:` address of a secret, which authenticator apps read from a QR code. */
export function totpAddress(secret: string, { issuer, userName }: { issuer: string; userName: string }): string {
  return new TOTP({ ...settings, issuer, label: userName, secret: Secret.fromBase32(secret) }).toString();
}

/** The time step that a code belongs to, at most one step away from now; null for a wrong code. */
export function timeStepOf(secret: string, code: string, now: Date): number | null {
  const totp = new TOTP({ ...settings, secret: Secret.fromBase32(secret) });
  const timestamp = Number(now);
  const delta = totp.validate({ token: code, timestamp, window: allowedSteps });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}

/** Accepts a code of the user's app, each once. */
export async function acceptTotpCode(
  { db, config, now }: Pick<CoreDependencies, 'db' | 'config' | 'now'>,
  userId: number,
  code: string,
): Promise<boolean> {
  const sealed = await totpSecretOf(db, userId);
  if (sealed === null) return false;
  const step = timeStepOf(secretBox(config).open(sealed), code, now());
  if (step === null) return false;
  // Of two requests with the same code only one finds an older step.
  const isUnused = and(eq(totpSecrets.userId, userId), eq(totpSecrets.secret, sealed), lt(totpSecrets.lastStep, step));
  const accepted = await db
    .update(totpSecrets)
    .set({ lastStep: step })
    .where(isUnused)
    .returning({ id: totpSecrets.id });
  return accepted.length > 0;
}

async function totpSecretOf(db: Database, userId: number): Promise<string | null> {
  const [row] = await db.select({ secret: totpSecrets.secret }).from(totpSecrets).where(eq(totpSecrets.userId, userId));
  return row?.secret ?? null;
}
