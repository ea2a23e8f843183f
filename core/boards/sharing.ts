import { and, asc, eq, inArray, type SQL } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { constraintErrorOf } from '../../db/query/constraint-errors.ts';
import { boardCategories, boardCategoryLabels, boardLabels, boardShares, boards } from '../../db/schema/boards.ts';
import { telephonyClients } from '../../db/schema/telephony.ts';
import { ownAccount } from '../accounts/own-account.ts';
import type { Session } from '../accounts/sessions.ts';
import type { RecordChange } from '../audit/entries.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { notFound } from '../errors.ts';

type Deps = Pick<CoreDependencies, 'db'>;

/** Name in the audit log. */
const record = 'Trello board';

/**
 * Condition on `boards`: the boards that a user may see (design, section 6). Readers of boards see all; a client sees those
 * shared with the user's own account, none by default.
 */
export function isVisibleTo(db: Database, session: Session): SQL | undefined {
  const account = ownAccount(session, 'boards:read');
  if (account === null) return undefined;
  const shared = db
    .select({ id: boardShares.boardId })
    .from(boardShares)
    .where(eq(boardShares.telephonyClientId, account));
  return inArray(boards.id, shared);
}

/** Condition on `boardCategories`: the categories that a user may see, which have a label of a visible board. */
export function isCategoryVisibleTo(db: Database, session: Session): SQL | undefined {
  const isVisible = isVisibleTo(db, session);
  if (isVisible === undefined) return undefined;
  const visible = db
    .select({ id: boardCategoryLabels.categoryId })
    .from(boardCategoryLabels)
    .innerJoin(boardLabels, eq(boardLabels.id, boardCategoryLabels.labelId))
    .innerJoin(boards, eq(boards.id, boardLabels.boardId))
    .where(isVisible);
  return inArray(boardCategories.id, visible);
}

/** The accounts that each board is shared with, by the board's id. */
export async function allShares({ db }: Deps): Promise<Map<number, number[]>> {
  const shares = new Map<number, number[]>();
  for (const { boardId, telephonyClientId } of await db
    .select()
    .from(boardShares)
    .orderBy(...order))
    shares.set(boardId, [...(shares.get(boardId) ?? []), telephonyClientId]);
  return shares;
}

const order = [asc(boardShares.boardId), asc(boardShares.telephonyClientId)];

/** A board and an account. */
interface Share {
  /** Trello's id of the board. */
  boardId: string;
  telephonyClientId: number;
}

/** Shares a board with an account's users, or ends that. Throws 404 if either does not exist. */
export async function setShared(
  { db }: Deps,
  { boardId, telephonyClientId }: Share,
  shared: boolean,
  recordChange: RecordChange,
): Promise<void> {
  const [board] = await db.select().from(boards).where(eq(boards.trelloId, boardId));
  if (!board) throw notFound('This board');
  const [account] = await db.select().from(telephonyClients).where(eq(telephonyClients.id, telephonyClientId));
  if (!account) throw notFound('This client');
  const share = { boardId: board.id, telephonyClientId };
  const changed = shared
    ? await db
        .insert(boardShares)
        .values(share)
        .onConflictDoNothing()
        .returning()
        .catch((error: unknown) => {
          // A sync has removed the board in between, or another request the account.
          throw constraintErrorOf(error) === 'reference' ? notFound('This board') : error;
        })
    : await db
        .delete(boardShares)
        .where(and(eq(boardShares.boardId, board.id), eq(boardShares.telephonyClientId, telephonyClientId)))
        .returning();
  if (changed.length === 0) return;
  const names = { board: board.name, sharedWith: account.projectName };
  recordChange({ record, id: board.id, ...(shared ? { after: names } : { before: names }) });
}
