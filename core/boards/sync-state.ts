import { and, eq, gt, lt, ne, or, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { boardSync } from '../../db/schema/boards.ts';
import type { CoreDependencies } from '../dependencies.ts';

type SyncState = typeof boardSync.$inferSelect;

/** Interval at which a running sync shows a sign of life. */
export const signOfLifeMs = 15_000;
/** Seconds without a sign of life after which a sync is dead. */
export const deadAfterSeconds = 60;

const only = eq(boardSync.id, 1);

/** Reads the state of the sync. */
export async function readSync(db: Database): Promise<SyncState> {
  const read = () => db.select().from(boardSync).where(only);
  const [state] = await read();
  if (state) return state;
  await db.insert(boardSync).values({ id: 1 }).onConflictDoNothing();
  const [made] = await read();
  if (!made) throw new Error('the sync has no row');
  return made;
}

/** True while a process syncs: marked as running, with a recent sign of life. */
export function isRunning({ state, aliveAt }: Pick<SyncState, 'state' | 'aliveAt'>, now: Date): boolean {
  return state === 'running' && aliveAt !== null && aliveAt >= oldest(now) && aliveAt <= newest(now);
}

/**
 * Begins a sync and returns its number, or null while another one runs. `orphaned`: a sync marked as running is dead,
 * because only this process syncs and it runs none.
 */
export async function beginSync(db: Database, now: Date, orphaned: boolean): Promise<number | null> {
  await readSync(db);
  const isFree = orphaned
    ? undefined
    : or(ne(boardSync.state, 'running'), lt(boardSync.aliveAt, oldest(now)), gt(boardSync.aliveAt, newest(now)));
  const [begun] = await db
    .update(boardSync)
    .set({
      state: 'running',
      number: sql`${boardSync.number} + 1`,
      startedAt: now,
      aliveAt: now,
      boardsDone: 0,
      boardsTotal: 0,
      currentBoard: null,
    })
    .where(and(only, isFree))
    .returning({ number: boardSync.number });
  return begun?.number ?? null;
}

// A running sync has shown a sign of life between these times; a later time comes from before the clock was set back.
const oldest = (now: Date) => new Date(Number(now) - deadAfterSeconds * 1000);
const newest = (now: Date) => new Date(Number(now) + deadAfterSeconds * 1000);

/** Progress of a running sync. */
export interface SyncProgress {
  /** Stores the progress and a sign of life; throws if another sync has taken over. */
  update(progress?: Partial<Pick<SyncState, 'boardsDone' | 'boardsTotal' | 'currentBoard'>>): Promise<void>;
  /** Ends the sync; `error` is a message for people, null on success. */
  end(error: string | null): Promise<void>;
}

export function progressOf({ db, now }: Pick<CoreDependencies, 'db' | 'now'>, number: number): SyncProgress {
  const mine = and(only, eq(boardSync.number, number));
  return {
    async update(progress = {}) {
      const [noted] = await db
        .update(boardSync)
        .set({ ...progress, aliveAt: now() })
        .where(mine)
        .returning({ id: boardSync.id });
      if (!noted) throw new Error('another sync has taken over');
    },
    async end(error) {
      const outcome =
        error === null
          ? { succeededAt: now(), lastError: null, failedAt: null }
          : { lastError: error.slice(0, 1000), failedAt: now() };
      await db
        .update(boardSync)
        .set({ state: 'idle', currentBoard: null, ...outcome })
        .where(mine);
    },
  };
}
