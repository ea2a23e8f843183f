import { and, inArray, isNull, lt, or } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { sessions, users } from '../../db/schema/users.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { unstoredUseMs } from './session-limits.ts';

type Deps = Pick<CoreDependencies, 'db' | 'now' | 'log'>;

/** Uses are written together after this time. */
const flushAfterMs = 2_000;
/** Rows of one statement. */
const maxBatch = 500;

/** Uses of sessions in this process. */
interface Uses {
  /** When the last use of a session was noted, in milliseconds, by session. */
  noted: Map<number, number>;
  /** Users of the sessions whose use is not written yet, by session. */
  waiting: Map<number, number>;
  timer: NodeJS.Timeout | null;
}

const usesOf = new WeakMap<Database, Uses>();

/**
 * Notes that a session was used, for `lastUsedAt` of the session and `lastSeenAt` of its user: at most once a minute, and
 * written with the uses of other sessions later, so that no request waits. A lost note changes nothing.
 */
export function noteUse(deps: Deps, { sessionId, userId }: { sessionId: number; userId: number }): void {
  const uses = usesOf.get(deps.db) ?? newUses(deps.db);
  const time = Number(deps.now());
  const last = uses.noted.get(sessionId) ?? Number.NEGATIVE_INFINITY;
  // A clock that was set back notes again.
  if (time - last < unstoredUseMs && time >= last) return;
  uses.noted.set(sessionId, time);
  uses.waiting.set(sessionId, userId);
  uses.timer ??= setTimeout(() => void writeUses(deps), flushAfterMs).unref();
}

function newUses(db: Database): Uses {
  const uses: Uses = { noted: new Map(), waiting: new Map(), timer: null };
  usesOf.set(db, uses);
  return uses;
}

/** Writes the waiting uses now, as before the database closes. Never throws. */
export async function writeUses(deps: Deps): Promise<void> {
  const { db, now, log } = deps;
  const uses = usesOf.get(db);
  if (!uses) return;
  if (uses.timer) clearTimeout(uses.timer);
  uses.timer = null;
  const waiting = [...uses.waiting];
  uses.waiting.clear();
  const time = now();
  for (const [sessionId, noted] of uses.noted) if (Number(time) - noted >= unstoredUseMs) uses.noted.delete(sessionId);
  try {
    for (let first = 0; first < waiting.length; first += maxBatch)
      await write(db, waiting.slice(first, first + maxBatch), time);
  } catch (error) {
    log.warn({ err: error }, 'the last uses of sessions were not stored');
  }
}

async function write(db: Database, uses: readonly (readonly [number, number])[], time: Date): Promise<void> {
  const sessionIds = uses.map(([sessionId]) => sessionId);
  const userIds = [...new Set(uses.map(([, userId]) => userId))];
  const isOlder = (column: typeof sessions.lastUsedAt | typeof users.lastSeenAt) =>
    or(isNull(column), lt(column, time));
  await atomically(db, (tx) => [
    tx
      .update(sessions)
      .set({ lastUsedAt: time })
      .where(and(inArray(sessions.id, sessionIds), isOlder(sessions.lastUsedAt))),
    tx
      .update(users)
      .set({ lastSeenAt: time })
      .where(and(inArray(users.id, userIds), isOlder(users.lastSeenAt))),
  ]);
}
