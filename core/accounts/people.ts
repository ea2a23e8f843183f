import { asc, count, not, sql } from 'drizzle-orm';
import type { UserState } from '../../contract/users.ts';
import { sessions, users } from '../../db/schema/users.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { openLinks } from './links.ts';
import { hasEnded, readSessionLimits } from './session-limits.ts';

/** State of a user for people. */
export function stateOf({ isActive, invitedAt }: Pick<typeof users.$inferSelect, 'isActive' | 'invitedAt'>): UserState {
  if (!isActive) return 'deactivated';
  return invitedAt === null ? 'active' : 'invited';
}

/** All users by name, with their open link and the number of their sessions. */
export async function listPeople({ db, config, now }: Pick<CoreDependencies, 'db' | 'config' | 'now'>) {
  const rows = await db
    .select({
      id: users.id,
      userName: users.userName,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      role: users.role,
      telephonyClientId: users.telephonyClientId,
      isActive: users.isActive,
      invitedAt: users.invitedAt,
      lastSeenAt: users.lastSeenAt,
      secondFactorAt: users.secondFactorAt,
      hasPassword: sql<unknown>`case when ${users.passwordHash} <> '' then 1 end`,
    })
    .from(users)
    .orderBy(asc(users.userNameKey));
  const ended = hasEnded(await readSessionLimits(db), now());
  const open = await db
    .select({ userId: sessions.userId, sessions: count() })
    .from(sessions)
    .where(ended && not(ended))
    .groupBy(sessions.userId);
  const sessionsOf = new Map(open.map(({ userId, sessions }) => [userId, sessions]));
  const links = await openLinks(db, now());
  return {
    isMailOn: config.smtpUrl !== null,
    users: rows.map(({ isActive, invitedAt, secondFactorAt, hasPassword, ...user }) => ({
      ...user,
      state: stateOf({ isActive, invitedAt }),
      hasPassword: hasPassword !== null,
      hasSecondFactor: secondFactorAt !== null,
      sessions: sessionsOf.get(user.id) ?? 0,
      link: links.get(user.id) ?? null,
    })),
  };
}
