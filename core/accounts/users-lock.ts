import { and, eq, exists, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { users } from '../../db/schema/users.ts';

/** Changes of users and their links run one after the other: which Owner may change whom depends on all rows. */
export const usersLock = 'users';

/** Condition that this user is an active Owner, for statements on any table: the role may change during a request. */
export function isStillOwner(db: Database, userId: number): SQL {
  const isOwner = and(eq(users.id, userId), eq(users.role, 'Admin'), eq(users.isActive, true));
  return exists(db.select({ one: sql`1` }).from(users).where(isOwner));
}
