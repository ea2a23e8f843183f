import { syncBoards } from '../../core/boards/jobs.ts';
import { storeBoards, storeContent, storeProblem } from '../../core/boards/store-board.ts';
import {
  beginSync,
  deadAfterSeconds,
  progressOf,
  type SyncProgress,
  signOfLifeMs,
} from '../../core/boards/sync-state.ts';
import type { CoreDependencies } from '../../core/dependencies.ts';
import { createTrello, type TrelloBoard, TrelloError } from '../../core/providers/trello.ts';
import { handleJob } from '../../core/queue/handler.ts';
import type { Database } from '../../db/database.ts';
import { boards } from '../../db/schema/boards.ts';

/** Unchanged boards are read again after this time: Trello does not count a renamed label as activity. */
const maxAgeHours = 24;

/** Databases that this process is syncing. */
const syncing = new WeakSet<Database>();

/** Updates the copy of Trello's boards; reads only boards with new activity. */
export const handleSyncBoards = handleJob(syncBoards, async (_data, deps) => {
  const { db, queue, log, now, config } = deps;
  if (config.trello === null) return;
  const number = await beginSync(db, now(), !queue.shared && !syncing.has(db));
  if (number === null) {
    log.info('a sync is running already');
    // If the other process has died, this job takes over once that is certain.
    return queue.enqueue(syncBoards, {}, { dedupeKey: 'take-over', delaySeconds: deadAfterSeconds });
  }
  syncing.add(db);
  const progress = progressOf(deps, number);
  // A request to Trello may take minutes.
  const signs = setInterval(() => {
    progress.update().catch((err: unknown) => log.warn({ err }, 'a sign of life of the sync could not be stored'));
  }, signOfLifeMs);
  try {
    await sync(deps, number, progress);
    await progress.end(null);
  } catch (error) {
    await progress.end(describe(error));
    // A retry does not help against a revoked token or a wrong setting.
    if (!(error instanceof TrelloError && (error.kind === 'credentials' || error.kind === 'refused'))) throw error;
    log.error({ err: error }, 'Trello refuses the list of boards');
  } finally {
    clearInterval(signs);
    syncing.delete(db);
  }
});

/** Reads the changed boards and marks those that cannot be read. Throws if the failure of a board is temporary. */
async function sync(deps: CoreDependencies, number: number, progress: SyncProgress): Promise<void> {
  const { db, config, log, now } = deps;
  if (config.trello === null) return;
  const trello = createTrello(config.trello, deps);
  const found = await trello.boards();
  await storeBoards(db, found, number);
  const ids = new Map<string, number>();
  const due: TrelloBoard[] = [];
  const stored = new Map((await db.select().from(boards)).map((row) => [row.trelloId, row]));
  for (const board of found) {
    const row = stored.get(board.id);
    if (!row) continue;
    ids.set(board.id, row.id);
    if (isDue(board, row, now())) due.push(board);
  }

  let boardsDone = found.length - due.length;
  await progress.update({ boardsTotal: found.length, boardsDone });
  const failures: { board: TrelloBoard; error: TrelloError }[] = [];
  for (const board of due) {
    await progress.update({ currentBoard: board.name });
    try {
      const content = await trello.content(board.id);
      await storeContent(db, ids.get(board.id) ?? 0, content, {
        seenIn: number,
        activity: board.dateLastActivity,
        now,
        onProgress: () => progress.update(),
      });
    } catch (error) {
      if (!(error instanceof TrelloError)) throw error;
      // Trello answers 401 also for a single board; if the account answers, its credentials are valid.
      if (error.kind === 'credentials') await trello.boards();
      log.warn({ err: error, board: board.id }, 'a board could not be read');
      await storeProblem(db, ids.get(board.id) ?? 0, problemOf(error), now());
      failures.push({ board, error });
    }
    boardsDone += 1;
    await progress.update({ boardsDone });
  }
  log.info({ boards: found.length, read: due.length, failed: failures.length }, 'boards are up to date');

  const temporary = failures.find(({ error }) => error.isTemporary);
  if (!temporary) return;
  const boardsText = failures.length === 1 ? 'A board' : `${failures.length} of ${found.length} boards`;
  const message = `${boardsText} could not be read: “${temporary.board.name}”: ${temporary.error.message}`;
  throw new TrelloError(temporary.error.kind, message);
}

/** Why a board could not be read, in Trello's words if it gave a reason. */
function problemOf({ answer, message }: TrelloError): string {
  return answer === null ? message : `Trello refuses to show this board: ${answer}.`;
}

function isDue(board: TrelloBoard, row: typeof boards.$inferSelect, now: Date): boolean {
  if (row.readAt === null || board.dateLastActivity === null || row.readActivity !== board.dateLastActivity)
    return true;
  return Number(now) - Number(row.readAt) >= maxAgeHours * 3_600_000;
}

/** The error text for the screen; details of unexpected errors are in the log. */
function describe(error: unknown): string {
  if (error instanceof TrelloError)
    return error.answer === null ? error.message : `${error.message} Trello answers ${error.answer}.`;
  return 'The sync ended with an unexpected error; see the log.';
}
