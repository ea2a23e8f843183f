import { hash } from 'node:crypto';
import { and, eq, lt, or, sql } from 'drizzle-orm';
import type { Assertion } from '../../contract/passkeys.ts';
import { passkeys } from '../../db/schema/credentials.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { makeStep, type Step, type StepKind } from './pending-steps.ts';
import { type RelyingParty, requireRelyingParty } from './relying-party.ts';

/** Milliseconds that a browser waits for the user: as long as the step. */
export const promptMs = 5 * 60_000;

/**
 * The library, which takes 0.2 seconds and 26 MB: a server whose users have no passkeys never loads it.
 */
export const webAuthn = () => import('@simplewebauthn/server');

/** Name of a user within authenticators: it must not say who the user is. */
export function userHandleOf(userId: number): string {
  return hash('sha256', `vitrine user ${userId}`, 'base64url');
}

/** Begins the use of a passkey: of this user, or of whoever answers. The challenge is good for one answer. */
export async function beginAssertion(
  deps: CoreDependencies,
  { kind, userId }: { kind: StepKind; userId: number | null },
) {
  const party = requireRelyingParty(deps.config);
  const { generateAuthenticationOptions } = await webAuthn();
  const { extensions: _none, ...options } = await generateAuthenticationOptions({
    rpID: party.id,
    challenge: new Uint8Array(deps.randomBytes(32)),
    userVerification: 'required',
    timeout: promptMs,
    allowCredentials: userId === null ? [] : await credentialsOf(deps, userId),
  });
  const step = await makeStep(deps, { kind, userId, data: { challenge: options.challenge } });
  return { step, options };
}

/** The user's passkeys as a browser's call names them. */
export async function credentialsOf({ db }: Pick<CoreDependencies, 'db'>, userId: number) {
  const { credentialId: id, transports } = passkeys;
  return db.select({ id, transports }).from(passkeys).where(eq(passkeys.userId, userId));
}

/** The outcome of a check, with the passkey's owner; null if the passkey is unknown. */
type Checked =
  | { isAccepted: true; userId: number; name: string }
  | { isAccepted: false; userId: number | null; reason: string };

/** A P-256 key in COSE form, whose private key nobody has. */
const nobodysKey =
  'pQECAyYgASFYIHH9EAjRZIQas-UWoUcGYVt0rfVi5UeZinrNPmVKrVR8IlggVTY0UUcKQ1V23e53ja8eYaCWz1t-4-ybKaEMGce2Cjo';

/**
 * Checks the answer of a passkey to a step: challenge, origin, relying party, user verification and signature, then that the
 * signature counter has grown. The check of an unknown passkey takes the same time.
 */
export async function checkAssertion(
  { db, now, config }: Pick<CoreDependencies, 'db' | 'now' | 'config'>,
  { userId, data }: Step,
  assertion: Assertion,
): Promise<Checked> {
  const [passkey] = await db.select().from(passkeys).where(eq(passkeys.credentialId, assertion.id));
  const publicKey = passkey?.publicKey ?? nobodysKey;
  const verified = await verify(requireRelyingParty(config), data.challenge ?? '', assertion, publicKey);
  if (!passkey) return { isAccepted: false, userId: null, reason: 'Unknown passkey' };
  const refused = (reason: string) => ({ isAccepted: false, userId: passkey.userId, reason }) as const;
  const isOwner = userId === null || userId === passkey.userId;
  if (!verified || !isOwner || !namesOwner(passkey.userId, userId, assertion)) return refused('Passkey refused');
  const { newCounter, credentialBackedUp } = verified;
  // In one statement, so that of two copies with the same counter one is accepted. Authenticators without a counter send 0.
  const hasGrown = or(lt(passkeys.counter, newCounter), and(eq(passkeys.counter, 0), sql`${newCounter} = 0`));
  const used = await db
    .update(passkeys)
    .set({ counter: newCounter, lastUsedAt: now(), isSynced: credentialBackedUp })
    .where(and(eq(passkeys.id, passkey.id), hasGrown))
    .returning({ id: passkeys.id });
  if (used.length === 0) return refused('The counter of the passkey went back: it may have been copied');
  return { isAccepted: true, userId: passkey.userId, name: passkey.name };
}

/** True if the answer names the passkey's owner. Only where the step knows the user may the name be missing. */
function namesOwner(ownerId: number, knownId: number | null, { response: { userHandle } }: Assertion): boolean {
  return userHandle == null ? knownId !== null : userHandle === userHandleOf(ownerId);
}

async function verify(
  { id: expectedRPID, origin: expectedOrigin }: RelyingParty,
  expectedChallenge: string,
  { id, response: { userHandle: _checkedLater, ...response } }: Assertion,
  publicKey: string,
) {
  const { verifyAuthenticationResponse } = await webAuthn();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
      expectedChallenge,
      expectedOrigin,
      expectedRPID,
      requireUserVerification: true,
      // With 0 the library accepts every counter: the caller compares and stores it in one statement.
      credential: { id, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter: 0 },
    });
    return verified ? authenticationInfo : null;
  } catch {
    // The library throws for everything that is wrong with an answer.
    return null;
  }
}
