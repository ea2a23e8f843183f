import { and, desc, eq, ne } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { sessions } from '../../db/schema/users.ts';
import { notFound } from '../errors.ts';
import { deviceOf } from './device.ts';
import { endOf, isOver, readSessionLimits } from './session-limits.ts';
import type { Session } from './sessions.ts';

/** The user's live sessions, the current one first, then the newest. */
export async function listSessions(db: Database, { userId, sessionId }: Session, now: Date) {
  const { id, createdAt, lastUsedAt, expiresAt, method, ip, userAgent } = sessions;
  const limits = await readSessionLimits(db);
  const rows = await db
    .select({ id, createdAt, lastUsedAt, expiresAt, method, ip, userAgent })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(createdAt), desc(id));
  return rows
    .filter((row) => !isOver(row, limits, now))
    .map(({ userAgent: header, ...row }) => ({
      ...row,
      expiresAt: endOf(row, limits),
      device: deviceOf(header),
      isCurrent: row.id === sessionId,
    }))
    .toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
}

/** Ends one of the user's sessions; throws 404 for a session of another user. */
export async function endOwnSession(db: Database, { userId }: Session, id: number): Promise<void> {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId)))
    .returning({ id: sessions.id });
  if (ended.length === 0) throw notFound('This session');
}

/** Ends the user's sessions except the current one; returns their number. */
export async function endOtherSessions(db: Database, { userId, sessionId }: Session): Promise<number> {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), ne(sessions.id, sessionId)))
    .returning({ id: sessions.id });
  return ended.length;
}
