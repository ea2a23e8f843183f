import type { CoreDependencies } from '../dependencies.ts';
import { conflict } from '../errors.ts';
import { type KeyedJob, QueueUnavailable, scheduleKey } from '../queue/queue.ts';
import { syncBoards } from './jobs.ts';
import { isRunning, readSync } from './sync-state.ts';

/** Message while no account is connected. */
const notConnected = 'Trello is not connected: an administrator has to set TRELLO_KEY and TRELLO_TOKEN.';

/** Dedupe key of the syncs that people request. */
const requestKey = 'button';

type Deps = Pick<CoreDependencies, 'db' | 'config' | 'now' | 'queue'>;

/**
 * State of the sync for the screens: `running` while a process syncs, `waiting` while a due sync waits for a worker.
 * `retryAt` is the time of the next attempt after a failure.
 */
export async function syncStatus(deps: Deps) {
  const { db, config, now } = deps;
  const row = await readSync(db);
  const { boardsDone, boardsTotal, currentBoard, startedAt, succeededAt, lastError, failedAt } = row;
  const isConnected = config.trello !== null;
  const jobs = isConnected ? await storedJobs(deps) : [];
  const isWaiting = jobs.some(({ state }) => state !== 'delayed');
  const retries = jobs.filter(({ state }) => state === 'delayed').map(({ dueAt }) => Number(dueAt));
  const state = isConnected && isRunning(row, now()) ? 'running' : isWaiting ? 'waiting' : 'idle';
  return {
    isConnected,
    state,
    boardsDone,
    boardsTotal,
    currentBoard,
    startedAt,
    succeededAt,
    lastError,
    failedAt,
    retryAt: state === 'idle' && lastError !== null && retries.length > 0 ? new Date(Math.min(...retries)) : null,
  } as const;
}

/** The waiting and running jobs of the button and the schedule; none while the queue does not answer. */
async function storedJobs({ queue }: Deps): Promise<KeyedJob[]> {
  try {
    const found = await Promise.all([requestKey, scheduleKey].map((key) => queue.find(syncBoards, key)));
    return found.filter((job) => job !== null);
  } catch (error) {
    if (error instanceof QueueUnavailable) return [];
    throw error;
  }
}

/** Starts a sync, also one that waits for another attempt. Throws 409 without a connected account, or while a sync runs or is about to. */
export async function startSync(deps: CoreDependencies): Promise<void> {
  if (deps.config.trello === null) throw conflict(notConnected);
  const { state, boardsDone, boardsTotal } = await syncStatus(deps);
  if (state !== 'idle') {
    const progress =
      state === 'waiting' || boardsTotal === 0 ? '' : `: ${boardsDone} of ${boardsTotal} boards are done`;
    throw conflict(`A sync is under way${progress}.`);
  }
  await deps.queue.enqueue(syncBoards, {}, { dedupeKey: requestKey, priority: 'high', promote: true });
}
