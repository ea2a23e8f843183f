import { and, asc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { boardCategory, boardShare, categoryLabel, trelloId } from '../../contract/boards.ts';
import { id, saveKey } from '../../contract/fields.ts';
import { may } from '../../core/accounts/permissions.ts';
import {
  addLabel,
  labelsOf,
  listCategories,
  listLabels,
  removeLabel,
  saveCategory,
} from '../../core/boards/categories.ts';
import { allShares, isVisibleTo, setShared } from '../../core/boards/sharing.ts';
import { startSync, syncStatus } from '../../core/boards/sync.ts';
import { notFound } from '../../core/errors.ts';
import { boardLists, boards } from '../../db/schema/boards.ts';
import { targetOf } from '../content/record-router.ts';
import { permitted, router } from '../trpc/procedures.ts';

const ofCategory = z.object({ categoryId: id });

/**
 * Trello's boards and the categories of their labels. Clients read the boards that are shared with their account (design, section 6).
 */
export const boardsRouter = router({
  /** Clients do not learn the names or the number of boards that are not shared with them. */
  status: permitted('boards:read', 'boards:shared').query(async ({ ctx: { deps, session } }) => {
    const status = await syncStatus(deps);
    if (may(session, 'boards:read')) return status;
    return { ...status, boardsDone: 0, boardsTotal: 0, currentBoard: null, lastError: null };
  }),

  sync: permitted('boards:write').mutation(({ ctx: { deps } }) => startSync(deps)),

  /** The boards that the caller may see, unarchived ones first; `sharedWith` are account ids, for users who may share. */
  list: permitted('boards:read', 'boards:shared').query(async ({ ctx: { deps, session } }) => {
    const { id, trelloId, name, description, url, isArchived, problem, problemAt, readAt } = boards;
    const rows = await deps.db
      .select({ id, trelloId, name, description, url, isArchived, problem, problemAt, readAt })
      .from(boards)
      .where(isVisibleTo(deps.db, session))
      .orderBy(asc(isArchived), asc(name), asc(id));
    const shares = may(session, 'boards:write') ? await allShares(deps) : new Map<number, number[]>();
    return rows.map((row) => ({ ...row, sharedWith: shares.get(row.id) ?? [] }));
  }),

  /** Shares a board with an account's users. */
  share: permitted('boards:write')
    .input(boardShare)
    .mutation(({ ctx: { deps, recordChange }, input }) => setShared(deps, input, true, recordChange)),

  /** Ends the sharing of a board with an account. */
  unshare: permitted('boards:write')
    .input(boardShare)
    .mutation(({ ctx: { deps, recordChange }, input }) => setShared(deps, input, false, recordChange)),

  /** A board's lists in the board's order. */
  lists: permitted('boards:read', 'boards:shared')
    .input(z.object({ boardId: trelloId('BoardId') }))
    .query(async ({ ctx: { deps, session }, input }) => {
      const isWanted = and(eq(boards.trelloId, input.boardId), isVisibleTo(deps.db, session));
      const [board] = await deps.db.select().from(boards).where(isWanted);
      if (!board) throw notFound('This board');
      const { id, name, isArchived } = boardLists;
      return deps.db
        .select({ id, name, isArchived })
        .from(boardLists)
        .where(eq(boardLists.boardId, board.id))
        .orderBy(asc(isArchived), asc(boardLists.position));
    }),

  categories: permitted('boards:read', 'boards:shared').query(({ ctx: { deps, session } }) =>
    listCategories(deps, session),
  ),

  saveCategory: permitted('boards:write')
    .input(boardCategory.extend({ id: id.nullish(), key: saveKey.optional() }))
    .mutation(({ ctx, input: { name, ...where } }) =>
      saveCategory(ctx.deps, targetOf(ctx, where), name, ctx.recordChange),
    ),

  labels: permitted('boards:read', 'boards:shared').query(({ ctx: { deps, session } }) => listLabels(deps, session)),

  categoryLabels: permitted('boards:read', 'boards:shared')
    .input(ofCategory)
    .query(({ ctx: { deps, session }, input }) => labelsOf(deps, input.categoryId, session)),

  addLabel: permitted('boards:write')
    .input(categoryLabel)
    .mutation(({ ctx: { deps, recordChange }, input }) =>
      addLabel(deps, input.categoryId, input.labelId, recordChange),
    ),

  removeLabel: permitted('boards:write')
    .input(categoryLabel)
    .mutation(({ ctx: { deps, recordChange }, input }) =>
      removeLabel(deps, input.categoryId, input.labelId, recordChange),
    ),
});
