import { and, inArray, isNull, lt, or } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { apiTokens } from '../../db/schema/api-tokens.ts';
import { sessions, users } from '../../db/schema/users.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { unstoredUseMs } from './session-limits.ts';

type Deps = Pick<CoreDependencies, 'db' | 'now' | 'log'>;

/** Uses are written together after this time. */
const flushAfterMs = 2_000;
/** Rows of one statement. */
const maxBatch = 500;

/** Uses of one kind of credential: when the last use was noted, in milliseconds, and what is not written yet, by id. */
interface Noted<Detail> {
  noted: Map<number, number>;
  waiting: Map<number, Detail>;
}

/** Uses of credentials in this process: sessions with their users, and API tokens with the caller's address. */
interface Uses {
  sessions: Noted<number>;
  tokens: Noted<string>;
  timer: NodeJS.Timeout | null;
}

const usesOf = new WeakMap<Database, Uses>();

/**
 * Notes that a session was used, for `lastUsedAt` of the session and `lastSeenAt` of its user: at most once a minute, and
 * written with other uses later, so that no request waits.
 */
export function noteUse(deps: Deps, { sessionId, userId }: { sessionId: number; userId: number }): void {
  note(deps, (uses) => uses.sessions, sessionId, userId);
}

/** Notes that an API token was used from an address, in the same way. */
export function noteTokenUse(deps: Deps, tokenId: number, ip: string): void {
  note(deps, (uses) => uses.tokens, tokenId, ip);
}

function note<Detail>(deps: Deps, kindOf: (uses: Uses) => Noted<Detail>, id: number, detail: Detail): void {
  const uses = usesOf.get(deps.db) ?? newUses(deps.db);
  const { noted, waiting } = kindOf(uses);
  const time = Number(deps.now());
  const last = noted.get(id) ?? Number.NEGATIVE_INFINITY;
  // A clock that was set back notes again.
  if (time - last < unstoredUseMs && time >= last) return;
  noted.set(id, time);
  waiting.set(id, detail);
  uses.timer ??= setTimeout(() => void writeUses(deps), flushAfterMs).unref();
}

function newUses(db: Database): Uses {
  const uses: Uses = { sessions: none(), tokens: none(), timer: null };
  usesOf.set(db, uses);
  return uses;
}

function none<Detail>(): Noted<Detail> {
  return { noted: new Map(), waiting: new Map() };
}

/** Writes the waiting uses now, as before the database closes. Never throws: a lost note of a use changes nothing. */
export async function writeUses({ db, now, log }: Deps): Promise<void> {
  const uses = usesOf.get(db);
  if (!uses) return;
  if (uses.timer) clearTimeout(uses.timer);
  uses.timer = null;
  const time = now();
  const [ofSessions, ofTokens] = [taken(uses.sessions, time), taken(uses.tokens, time)];
  try {
    for (let first = 0; first < ofSessions.length; first += maxBatch)
      await writeSessions(db, ofSessions.slice(first, first + maxBatch), time);
    for (const [ip, tokenIds] of Map.groupBy(ofTokens, ([, ip]) => ip))
      await writeTokens(
        db,
        ip,
        tokenIds.map(([id]) => id),
        time,
      );
  } catch (error) {
    log.warn({ err: error }, 'the last uses of sessions or API tokens were not stored');
  }
}

/** Takes what is waiting, and forgets notes that limit nothing any more. */
function taken<Detail>({ noted, waiting }: Noted<Detail>, time: Date): [number, Detail][] {
  const entries = [...waiting];
  waiting.clear();
  for (const [id, at] of noted) if (Number(time) - at >= unstoredUseMs) noted.delete(id);
  return entries;
}

async function writeSessions(db: Database, uses: readonly (readonly [number, number])[], time: Date): Promise<void> {
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

async function writeTokens(db: Database, lastIp: string, ids: readonly number[], time: Date): Promise<void> {
  const isOlder = or(isNull(apiTokens.lastUsedAt), lt(apiTokens.lastUsedAt, time));
  await db
    .update(apiTokens)
    .set({ lastUsedAt: time, lastIp })
    .where(and(inArray(apiTokens.id, [...ids]), isOlder));
}
