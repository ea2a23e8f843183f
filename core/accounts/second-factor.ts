import { and, count, eq, isNull } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { passkeys, recoveryCodes, totpSecrets } from '../../db/schema/credentials.ts';
import { companyName } from '../content/company-name.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { conflict, invalid } from '../errors.ts';
import { secretBox } from '../telephony/secrets.ts';
import { forgetLastFactor, hasOtherPasskey, lockUser, noteSecondFactor } from './factors.ts';
import { answerStep, endStep, makeStep } from './pending-steps.ts';
import { acceptRecoveryCode, newRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts';
import { closeSessionsOf, type Session } from './sessions.ts';
import { readSignInRules } from './sign-in-rules.ts';
import { acceptTotpCode, newTotpSecret, timeStepOf, totpAddress } from './totp.ts';

/** Minutes to install an app and enter its first code. */
const setUpMinutes = 20;

/** What checking a second factor needs. */
export interface CodeDependencies extends Pick<CoreDependencies, 'db' | 'config' | 'now'> {
  limits: {
    /** Wrong codes, by user id. */
    codes: { consume(key: string): Promise<void>; giveBack(key: string): Promise<void> };
  };
}

/**
 * Accepts a code of the user's authenticator app or a recovery code, each once. Null for a wrong one. Throws 429 after too
 * many wrong codes of the user: who can try has the password already, so strangers lock no one out.
 */
export async function acceptCode(
  deps: CodeDependencies,
  userId: number,
  code: string,
): Promise<'code' | 'recovery code' | null> {
  await deps.limits.codes.consume(String(userId));
  const digits = code.replaceAll(/\s/g, '');
  const isTotp = /^\d{6}$/.test(digits);
  const isAccepted = isTotp ? await acceptTotpCode(deps, userId, digits) : await acceptRecoveryCode(deps, userId, code);
  if (!isAccepted) return null;
  await deps.limits.codes.giveBack(String(userId));
  return isTotp ? 'code' : 'recovery code';
}

/** The caller's second factors, for the account screen. */
export async function secondFactorState(db: Database, { userId, role }: Session) {
  const isOwn = eq(recoveryCodes.userId, userId);
  const [[app], [codes], [keys], rules, company] = await Promise.all([
    db.select({ since: totpSecrets.createdAt }).from(totpSecrets).where(eq(totpSecrets.userId, userId)),
    db
      .select({ unused: count() })
      .from(recoveryCodes)
      .where(and(isOwn, isNull(recoveryCodes.usedAt))),
    db.select({ kept: count() }).from(passkeys).where(eq(passkeys.userId, userId)),
    readSignInRules(db),
    companyName(db),
  ]);
  return {
    /** When the authenticator app was set up; null without one. */
    appSince: app?.since ?? null,
    passkeys: keys?.kept ?? 0,
    recoveryCodes: codes?.unused ?? 0,
    isRequired: rules.secondFactorRoles.includes(role),
    /** Name of the company, for printed recovery codes. */
    company,
  };
}

/** Begins the set-up of an authenticator app: nothing counts until `confirmApp` has seen a code. */
export async function beginApp(deps: CoreDependencies, { userId, userName }: Session) {
  const secret = newTotpSecret(deps);
  const sealed = secretBox(deps.config).seal(secret);
  const step = await makeStep(deps, {
    kind: 'authenticator app',
    userId,
    data: { secret: sealed },
    minutes: setUpMinutes,
  });
  const issuer = (await companyName(deps.db)) || 'Vitrine';
  return { step, secret, address: totpAddress(secret, { issuer, userName }) };
}

/**
 * Ends the set-up of an authenticator app with its first code, replaces an earlier app, and ends the user's other sessions.
 * Returns ten new recovery codes. Throws 400 for a wrong code and 409 if the set-up is over.
 */
export async function confirmApp(
  deps: CoreDependencies,
  { userId, sessionId }: Session,
  { step: token, code }: { step: string; code: string },
): Promise<string[]> {
  const over = () => conflict('This set-up is over. Begin again.');
  const step = await answerStep(deps, 'authenticator app', token);
  const { secret: sealed } = step?.data ?? {};
  if (step?.userId !== userId || sealed === undefined) throw over();
  const now = deps.now();
  const lastStep = timeStepOf(secretBox(deps.config).open(sealed), code.replaceAll(/\s/g, ''), now);
  if (lastStep === null) throw invalid({ code: 'The code is wrong. Check the clock of the device.' });
  if (!(await endStep(deps.db, step))) throw over();
  const codes = newRecoveryCodes(deps);
  await atomically(deps.db, (tx) => [
    tx.delete(totpSecrets).where(eq(totpSecrets.userId, userId)),
    tx.insert(totpSecrets).values({ userId, secret: sealed, createdAt: now, confirmedAt: now, lastStep }),
    ...replaceRecoveryCodes(tx, userId, codes, now),
    noteSecondFactor(tx, userId, now),
    closeSessionsOf(tx, userId, sessionId),
  ]);
  return codes;
}

/** Replaces the recovery codes; returns ten new ones. Throws 409 without a second factor. */
export async function renewRecoveryCodes(
  deps: CoreDependencies,
  { userId, hasSecondFactor }: Session,
): Promise<string[]> {
  if (!hasSecondFactor) throw conflict('Set up a second factor first.');
  const codes = newRecoveryCodes(deps);
  await atomically(deps.db, (tx) => replaceRecoveryCodes(tx, userId, codes, deps.now()));
  return codes;
}

/** Removes the authenticator app. Throws 409 if it is the last second factor and the user's role needs one. */
export async function removeApp({ db }: Pick<CoreDependencies, 'db'>, { userId, role }: Session): Promise<void> {
  const { secondFactorRoles } = await readSignInRules(db);
  const mayRemove = secondFactorRoles.includes(role) ? hasOtherPasskey(db, userId) : undefined;
  const isOwn = eq(totpSecrets.userId, userId);
  await atomically(db, (tx) => [
    lockUser(tx, userId),
    tx.delete(totpSecrets).where(and(isOwn, mayRemove)),
    ...forgetLastFactor(tx, db, userId),
  ]);
  if ((await db.$count(totpSecrets, isOwn)) > 0)
    throw conflict('Your role needs a second factor. Set up another authenticator app instead: it replaces this one.');
}
