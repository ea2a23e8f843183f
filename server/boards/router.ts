import { asc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { boardCategory, categoryLabel, trelloId } from '../../contract/boards.ts';
import { id, saveKey } from '../../contract/fields.ts';
import {
  addLabel,
  allCategories,
  allLabels,
  labelsOf,
  removeLabel,
  saveCategory,
} from '../../core/boards/categories.ts';
import { startSync, syncStatus } from '../../core/boards/sync.ts';
import { notFound } from '../../core/errors.ts';
import { boardLists, boards } from '../../db/schema/boards.ts';
import { targetOf } from '../content/record-router.ts';
import { adminProcedure, router, signedInProcedure } from '../trpc/procedures.ts';

const ofCategory = z.object({ categoryId: id });

/** Trello's boards and the categories of their labels: signed-in users read, Admins write (design, section 6). */
export const boardsRouter = router({
  status: signedInProcedure.query(({ ctx: { deps } }) => syncStatus(deps)),

  sync: adminProcedure.mutation(({ ctx: { deps } }) => startSync(deps)),

  /** Boards, unarchived ones first. */
  list: signedInProcedure.query(({ ctx: { deps } }) => {
    const { id, trelloId, name, description, url, isArchived } = boards;
    return deps.db
      .select({ id, trelloId, name, description, url, isArchived })
      .from(boards)
      .orderBy(asc(isArchived), asc(name), asc(id));
  }),

  /** A board's lists in the board's order. */
  lists: signedInProcedure.input(z.object({ boardId: trelloId('BoardId') })).query(async ({ ctx: { deps }, input }) => {
    const [board] = await deps.db.select().from(boards).where(eq(boards.trelloId, input.boardId));
    if (!board) throw notFound('This board');
    const { id, name, isArchived } = boardLists;
    return deps.db
      .select({ id, name, isArchived })
      .from(boardLists)
      .where(eq(boardLists.boardId, board.id))
      .orderBy(asc(isArchived), asc(boardLists.position));
  }),

  categories: signedInProcedure.query(({ ctx: { deps } }) => allCategories(deps)),

  saveCategory: adminProcedure
    .input(boardCategory.extend({ id: id.nullish(), key: saveKey.optional() }))
    .mutation(({ ctx, input: { name, ...where } }) =>
      saveCategory(ctx.deps, targetOf(ctx, where), name, ctx.recordChange),
    ),

  labels: signedInProcedure.query(({ ctx: { deps } }) => allLabels(deps)),

  categoryLabels: signedInProcedure
    .input(ofCategory)
    .query(({ ctx: { deps }, input }) => labelsOf(deps, input.categoryId)),

  addLabel: adminProcedure
    .input(categoryLabel)
    .mutation(({ ctx: { deps, recordChange }, input }) =>
      addLabel(deps, input.categoryId, input.labelId, recordChange),
    ),

  removeLabel: adminProcedure
    .input(categoryLabel)
    .mutation(({ ctx: { deps, recordChange }, input }) =>
      removeLabel(deps, input.categoryId, input.labelId, recordChange),
    ),
});
