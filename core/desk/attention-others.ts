import { and, asc, eq, gt, isNotNull, isNull, lt } from 'drizzle-orm';
import { countUpToLimit } from '../../db/query/paging.ts';
import { apiTokens } from '../../db/schema/api-tokens.ts';
import { boardSync, boards } from '../../db/schema/boards.ts';
import { inboxMessages } from '../../db/schema/inbox.ts';
import { users } from '../../db/schema/users.ts';
import { may } from '../accounts/permissions.ts';
import type { Session } from '../accounts/sessions.ts';
import type { CoreDependencies } from '../dependencies.ts';

/** API tokens that expire within this time are announced, in milliseconds. */
const tokenNoticeMs = 14 * 86_400_000;
/** Tokens that are listed. */
const maxTokens = 5;

type Deps = Pick<CoreDependencies, 'db' | 'now'>;

/** The last sync with Trello if it failed, and boards that could not be read. */
export async function boardItems({ db }: Deps) {
  const [sync] = await db
    .select({ problem: boardSync.lastError, failedAt: boardSync.failedAt, succeededAt: boardSync.succeededAt })
    .from(boardSync);
  if (sync?.failedAt != null)
    return [
      {
        kind: 'failedSync' as const,
        problem: sync.problem ?? '',
        failedAt: sync.failedAt,
        succeededAt: sync.succeededAt,
      },
    ];
  const [board] = await db
    .select({ name: boards.name, problem: boards.problem })
    .from(boards)
    .where(and(isNotNull(boards.problem), eq(boards.isArchived, false)))
    .limit(1);
  return board ? [{ kind: 'failedBoard' as const, name: board.name, problem: board.problem ?? '' }] : [];
}

/** Messages of the contact form that nobody has read. */
export async function inboxItems({ db }: Deps) {
  const { count, isCountExact } = await countUpToLimit(db, inboxMessages, isNull(inboxMessages.readAt));
  return count === 0 ? [] : [{ kind: 'unreadMessages' as const, count, isCountExact }];
}

/** Live API tokens that expire soon: the caller's own, and those of all users for callers who manage users. */
export async function tokenItems({ db, now }: Deps, session: Session) {
  const { id, name, expiresAt, revokedAt, userId } = apiTokens;
  const soon = new Date(Number(now()) + tokenNoticeMs);
  const rows = await db
    .select({ id, name, expiresAt, userId, userName: users.userName })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, userId))
    .where(
      and(
        isNull(revokedAt),
        gt(expiresAt, now()),
        lt(expiresAt, soon),
        eq(users.isActive, true),
        may(session, 'users') ? undefined : eq(userId, session.userId),
      ),
    )
    .orderBy(asc(expiresAt))
    .limit(maxTokens);
  return rows.map(({ userId: owner, ...row }) => ({
    kind: 'expiringToken' as const,
    ...row,
    isOwn: owner === session.userId,
  }));
}
