import { and, eq, sql } from 'drizzle-orm';
import type { SecondFactorRule } from '../../contract/sign-in-rules.ts';
import type { Database } from '../../db/database.ts';
import { constraintErrorOf } from '../../db/query/constraint-errors.ts';
import { signInRules } from '../../db/schema/sign-in.ts';
import type { RecordChange } from '../audit/entries.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { conflict, invalid } from '../errors.ts';
import type { Session } from './sessions.ts';

/** Id of the only row. */
const rulesId = 1;

type Rules = Omit<typeof signInRules.$inferSelect, 'id'>;

const defaults: Rules = { version: 0, sessionHours: 12, idleMinutes: null, secondFactorRoles: [] };

/** The rules of signing in; the defaults before the first save. */
export async function readSignInRules(db: Database): Promise<Rules> {
  const [stored] = await db.select().from(signInRules).where(eq(signInRules.id, rulesId));
  return stored ?? defaults;
}

/**
 * Saves which roles need a second factor; the sessions of their users without one can from now on only set one up. Throws
 * 400 if the caller would be one of them, and 409 if the rules have changed since they were read.
 */
export async function saveSecondFactorRule(
  { db }: Pick<CoreDependencies, 'db'>,
  session: Session,
  { version, secondFactorRoles }: SecondFactorRule,
  recordChange: RecordChange,
): Promise<void> {
  if (secondFactorRoles.includes(session.role) && !session.hasSecondFactor)
    throw invalid({ secondFactorRoles: 'Set up your own second factor first: this rule is for your role too' });
  const before = await readSignInRules(db);
  const changed = () => conflict('The rules were changed by someone else.', before);
  if (before.version !== version) throw changed();
  if (version === 0) {
    const first = { ...defaults, id: rulesId, version: 1, secondFactorRoles };
    const inserted = db.insert(signInRules).values(first);
    await inserted.catch((error: unknown) => {
      throw constraintErrorOf(error) === 'unique' ? changed() : error;
    });
  } else {
    const updated = await db
      .update(signInRules)
      .set({ secondFactorRoles, version: sql`${signInRules.version} + 1` })
      .where(and(eq(signInRules.id, rulesId), eq(signInRules.version, version)))
      .returning({ id: signInRules.id });
    if (updated.length === 0) throw changed();
  }
  recordChange({
    record: 'Sign-in rules',
    id: rulesId,
    before: { secondFactorRoles: before.secondFactorRoles.join(', ') },
    after: { secondFactorRoles: secondFactorRoles.join(', ') },
  });
}
