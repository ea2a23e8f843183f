import type { CoreDependencies } from '../dependencies.ts';
import { conflict } from '../errors.ts';
import { syncBoards } from './jobs.ts';
import { readSync, requestSync, withdrawSync } from './sync-state.ts';

/** Message while no account is connected. */
const notConnected = 'Trello is not connected: an administrator has to set TRELLO_KEY and TRELLO_TOKEN.';

/** State of the sync for the screens. */
export async function syncStatus({ db, config }: Pick<CoreDependencies, 'db' | 'config'>) {
  const { state, boardsDone, boardsTotal, currentBoard, startedAt, succeededAt, lastError, failedAt } =
    await readSync(db);
  const isConnected = config.trello !== null;
  return {
    isConnected,
    state: isConnected ? state : 'idle',
    boardsDone,
    boardsTotal,
    currentBoard,
    startedAt,
    succeededAt,
    lastError,
    failedAt,
  } as const;
}

/** Starts a sync. Throws 409 without a connected account, or if a sync waits or runs already. */
export async function startSync(deps: CoreDependencies): Promise<void> {
  if (deps.config.trello === null) throw conflict(notConnected);
  if (!(await requestSync(deps.db, deps.now()))) throw conflict(await progressMessage(deps));
  try {
    await deps.queue.enqueue(syncBoards, {}, { dedupeKey: 'button', priority: 'high' });
  } catch (error) {
    await withdrawSync(deps.db);
    throw error;
  }
}

async function progressMessage({ db }: CoreDependencies): Promise<string> {
  const { boardsDone, boardsTotal } = await readSync(db);
  const progress = boardsTotal === 0 ? '' : `: ${boardsDone} of ${boardsTotal} boards are done`;
  return `A sync is under way${progress}.`;
}
