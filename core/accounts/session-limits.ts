import { and, eq, isNull, lte, or } from 'drizzle-orm';
import type { SessionLimits } from '../../contract/sign-in-rules.ts';
import type { Database } from '../../db/database.ts';
import { signInRules } from '../../db/schema/sign-in.ts';
import { sessions } from '../../db/schema/users.ts';

/** Id of the only row of rules. */
export const rulesId = 1;

/** Before the rules are first saved. */
export const defaultLimits: SessionLimits = { sessionHours: 12, idleMinutes: null };

/** A use within this time of the last stored one is not stored, so a session may end this much later. */
export const unstoredUseMs = 60_000;

const hourMs = 3_600_000;
const minuteMs = 60_000;

/** When sessions end; the defaults before the first save. */
export async function readSessionLimits(db: Database): Promise<SessionLimits> {
  const { sessionHours, idleMinutes } = signInRules;
  const [stored] = await db.select({ sessionHours, idleMinutes }).from(signInRules).where(eq(signInRules.id, rulesId));
  return stored ?? defaultLimits;
}

/** The times of a session that its end depends on. */
interface SessionTimes {
  createdAt: Date;
  expiresAt: Date;
  lastUsedAt: Date | null;
}

/**
 * When a session ends in any case: as it was opened with, or earlier if the limit was shortened since. A longer limit
 * does not prolong it.
 */
export function endOf(
  { createdAt, expiresAt }: Pick<SessionTimes, 'createdAt' | 'expiresAt'>,
  { sessionHours }: Pick<SessionLimits, 'sessionHours'>,
): Date {
  return new Date(Math.min(Number(expiresAt), Number(createdAt) + sessionHours * hourMs));
}

/** True for a session that has reached a limit. */
export function isOver(session: SessionTimes, limits: SessionLimits, now: Date): boolean {
  if (endOf(session, limits) <= now) return true;
  const usedAt = session.lastUsedAt ?? session.createdAt;
  return limits.idleMinutes !== null && usedAt <= idleSince(limits.idleMinutes, now);
}

/** Condition on sessions: as `isOver`. */
export function hasEnded({ sessionHours, idleMinutes }: SessionLimits, now: Date) {
  const idle = idleMinutes === null ? null : idleSince(idleMinutes, now);
  return or(
    lte(sessions.expiresAt, now),
    lte(sessions.createdAt, new Date(Number(now) - sessionHours * hourMs)),
    idle
      ? and(lte(sessions.createdAt, idle), or(isNull(sessions.lastUsedAt), lte(sessions.lastUsedAt, idle)))
      : undefined,
  );
}

function idleSince(idleMinutes: number, now: Date): Date {
  return new Date(Number(now) - idleMinutes * minuteMs - unstoredUseMs);
}
