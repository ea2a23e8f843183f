import { and, eq, sql } from 'drizzle-orm';
import type { SignInRules } from '../../contract/sign-in-rules.ts';
import type { Database } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { constraintErrorOf } from '../../db/query/constraint-errors.ts';
import { signInRules } from '../../db/schema/sign-in.ts';
import { sessions } from '../../db/schema/users.ts';
import type { RecordChange } from '../audit/entries.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { conflict, invalid } from '../errors.ts';
import { defaultLimits, hasEnded, rulesId } from './session-limits.ts';
import type { Session } from './sessions.ts';

type Rules = Omit<typeof signInRules.$inferSelect, 'id'>;

const defaults: Rules = { version: 0, ...defaultLimits, secondFactorRoles: [] };

/** The rules of signing in; the defaults before the first save. */
export async function readSignInRules(db: Database): Promise<Rules> {
  const [stored] = await db.select().from(signInRules).where(eq(signInRules.id, rulesId));
  return stored ?? defaults;
}

/**
 * Saves which roles need a second factor, and when sessions end. From now on the sessions of these roles' users without a
 * second factor can only set one up, and every session beyond a limit has ended. Throws 400 if the caller would be one of
 * these users, and 409 if the rules have changed since they were read.
 */
export async function saveSignInRules(
  { db, now }: Pick<CoreDependencies, 'db' | 'now'>,
  session: Session,
  { version, ...rules }: SignInRules,
  recordChange: RecordChange,
): Promise<void> {
  if (rules.secondFactorRoles.includes(session.role) && !session.hasSecondFactor)
    throw invalid({ secondFactorRoles: 'Set up your own second factor first: this rule is for your role too' });
  const before = await readSignInRules(db);
  const changed = () => conflict('The rules were changed by someone else.', before);
  if (before.version !== version) throw changed();
  const isRead = and(eq(signInRules.id, rulesId), eq(signInRules.version, version));
  const [, saved] = await atomically(db, (tx) => [
    // Longer limits must not bring back sessions that have ended by the limits until now.
    tx.delete(sessions).where(hasEnded(before, now())),
    version === 0
      ? tx
          .insert(signInRules)
          .values({ ...rules, id: rulesId, version: 1 })
          .returning({ id: signInRules.id })
      : tx
          .update(signInRules)
          .set({ ...rules, version: sql`${signInRules.version} + 1` })
          .where(isRead)
          .returning({ id: signInRules.id }),
  ]).catch((error: unknown) => {
    throw constraintErrorOf(error) === 'unique' ? changed() : error;
  });
  if (saved.length === 0) throw changed();
  recordChange({ record: 'Sign-in rules', id: rulesId, before: forPeople(before), after: forPeople(rules) });
}

function forPeople({ secondFactorRoles, sessionHours, idleMinutes }: Omit<Rules, 'version'>) {
  return { secondFactorRoles: secondFactorRoles.join(', '), sessionHours, idleMinutes };
}
