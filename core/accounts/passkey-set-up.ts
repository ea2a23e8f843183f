import { and, count, eq, lt, sql } from 'drizzle-orm';
import { maxPasskeys, type NewPasskey } from '../../contract/passkeys.ts';
import { atomically } from '../../db/query/atomically.ts';
import { constraintErrorOf } from '../../db/query/constraint-errors.ts';
import { passkeys } from '../../db/schema/credentials.ts';
import { sessions, users } from '../../db/schema/users.ts';
import { companyName } from '../content/company-name.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { conflict } from '../errors.ts';
import { deviceOf } from './device.ts';
import { lockUser, noteSecondFactor } from './factors.ts';
import { credentialsOf, promptMs, userHandleOf, webAuthn } from './passkey-check.ts';
import { makeStep, takeStep } from './pending-steps.ts';
import { newRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts';
import { requireRelyingParty } from './relying-party.ts';
import { closeSessionsOf, type Session } from './sessions.ts';

/** EdDSA, ES256 and RS256 (COSE): the same on every machine, whatever its cryptography library knows. */
const algorithms = [-8, -7, -257];

const tooMany = () => conflict(`You have ${maxPasskeys} passkeys. Remove one that is not used any more.`);

/** Begins the set-up of a passkey; also suggests a name. Throws 409 at `maxPasskeys`. */
export async function beginPasskey(deps: CoreDependencies, { userId, userName }: Session) {
  const party = requireRelyingParty(deps.config);
  const existing = await credentialsOf(deps, userId);
  if (existing.length >= maxPasskeys) throw tooMany();
  const { generateRegistrationOptions } = await webAuthn();
  const { extensions: _unread, ...options } = await generateRegistrationOptions({
    rpID: party.id,
    rpName: (await companyName(deps.db)) || 'Vitrine',
    userID: new Uint8Array(Buffer.from(userHandleOf(userId), 'base64url')),
    userName,
    userDisplayName: userName,
    challenge: new Uint8Array(deps.randomBytes(32)),
    timeout: promptMs,
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: existing,
    supportedAlgorithmIDs: algorithms,
  });
  const step = await makeStep(deps, { kind: 'passkey set-up', userId, data: { challenge: options.challenge } });
  return { step, options };
}

/** The device of a session, as the name of a passkey made there. */
export async function suggestName({ db }: Pick<CoreDependencies, 'db'>, { sessionId }: Session): Promise<string> {
  const [origin] = await db.select({ header: sessions.userAgent }).from(sessions).where(eq(sessions.id, sessionId));
  return deviceOf(origin?.header ?? '');
}

/**
 * Ends the set-up of a passkey. If it is the user's first second factor, ends the user's other sessions and returns ten
 * recovery codes; otherwise null. Throws 409 if the step is over, the answer is wrong, or the passkey exists.
 */
export async function finishPasskey(
  deps: CoreDependencies,
  { userId, sessionId, hasSecondFactor }: Session,
  { step: token, name, attestation }: NewPasskey,
): Promise<string[] | null> {
  const step = await takeStep(deps, 'passkey set-up', token);
  if (step?.userId !== userId) throw conflict('This set-up is over. Begin again.');
  const made = await verify(deps, step.data.challenge ?? '', attestation);
  if (!made) throw conflict('The answer of this device was not accepted. Begin again.');
  const { credential, credentialBackedUp } = made;
  const now = deps.now();
  const codes = hasSecondFactor ? null : newRecoveryCodes(deps);
  const kept = deps.db.select({ kept: count() }).from(passkeys).where(eq(passkeys.userId, userId));
  const owner = and(eq(users.id, userId), lt(sql`(${kept})`, maxPasskeys));
  const row = {
    // Null above the limit: the not-null constraint then aborts the transaction.
    userId: sql<number>`(select ${users.id} from ${users} where ${owner})`,
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: attestation.response.transports,
    isSynced: credentialBackedUp,
    name,
    createdAt: now,
  };
  await atomically(deps.db, (tx) => [
    lockUser(tx, userId),
    tx.insert(passkeys).values(row),
    ...(codes ? [...replaceRecoveryCodes(tx, userId, codes, now), closeSessionsOf(tx, userId, sessionId)] : []),
    noteSecondFactor(tx, userId, now),
  ]).catch((error: unknown) => {
    const constraint = constraintErrorOf(error);
    if (constraint === 'missing') throw tooMany();
    throw constraint === 'unique' ? conflict('This passkey is already in use.') : error;
  });
  return codes;
}

async function verify(
  { config }: Pick<CoreDependencies, 'config'>,
  expectedChallenge: string,
  { id, response }: NewPasskey['attestation'],
) {
  const { id: expectedRPID, origin: expectedOrigin } = requireRelyingParty(config);
  const { verifyRegistrationResponse } = await webAuthn();
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
      expectedChallenge,
      expectedOrigin,
      expectedRPID,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    return registrationInfo?.credential.id === id ? registrationInfo : null;
  } catch {
    // The library throws for everything that is wrong with an answer.
    return null;
  }
}
