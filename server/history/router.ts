import { z } from 'zod';
import { id } from '../../contract/fields.ts';
import { historyActions } from '../../contract/history.ts';
import { loadContent } from '../../core/content/page-content.ts';
import { notFound } from '../../core/errors.ts';
import { readHistory, recordAt } from '../../core/history/entries.ts';
import { neighboursOf } from '../../core/history/neighbours.ts';
import { restoreEntry, undoChange } from '../../core/history/restore.ts';
import { momentOf, pageChanges, restorePage } from '../../core/history/restore-page.ts';
import { contentAt } from '../../core/history/states.ts';
import { editOf } from '../content/edit-of.ts';
import { withMonitors } from '../content/with-monitors.ts';
import { permitted, router } from '../trpc/procedures.ts';

/** A moment of the page: after an entry and the others of its change, or a time. */
const moment = z.union([
  z.object({ entry: id }),
  z.object({ at: z.iso.datetime().transform((text) => new Date(text)) }),
]);

const filter = z.object({
  section: z.string().max(40).optional(),
  record: z.string().max(80).optional(),
  rowId: id.optional(),
  action: z.enum(historyActions).optional(),
  before: id.optional(),
  limit: z.int().min(1).max(100).default(50),
});

/** The history of the content, for everyone who may edit the content. */
export const historyRouter = router({
  /** Entries with their differences, the newest first. */
  list: permitted('content:read')
    .input(filter)
    .query(({ ctx: { deps }, input: { record, limit, ...rest } }) => {
      const definition = record === undefined ? undefined : recordAt(record);
      if (record !== undefined && !definition) throw notFound('This record');
      return readHistory(deps.db, { ...rest, record: definition }, limit);
    }),
  /** The page's content at a moment, what a return to the moment would change, the moment, and the changes around it. */
  page: permitted('content:read')
    .input(moment)
    .query(async ({ ctx: { deps }, input }) => {
      const found = await momentOf(deps.db, input);
      const content = await loadContent(deps.db, undefined, contentAt(deps.db, found.id));
      const around = await neighboursOf(deps.db, found);
      return { moment: found, ...around, content, changes: await pageChanges(deps.db, found) };
    }),
  /** Gives a row the state of an entry, or only some fields of it; brings a deleted row back with its children. */
  restore: permitted('content:publish')
    .input(z.object({ entry: id, fields: z.array(z.string().max(40)).min(1).max(60).optional() }))
    .mutation(({ ctx, input }) =>
      withMonitors(ctx.deps, restoreEntry(ctx.deps.db, input.entry, input.fields, editOf(ctx, 'restore'))),
    ),
  /** Gives the whole page the state of a moment. */
  restorePage: permitted('content:publish')
    .input(z.object({ entry: id }))
    .mutation(async ({ ctx, input }) => {
      const { db } = ctx.deps;
      return withMonitors(ctx.deps, restorePage(db, await momentOf(db, input), editOf(ctx, 'restore')));
    }),
  /** Undoes a change, unless one of its rows has changed since. */
  undo: permitted('content:publish')
    .input(z.object({ revision: z.int().positive() }))
    .mutation(({ ctx, input }) => withMonitors(ctx.deps, undoChange(ctx.deps.db, input.revision, editOf(ctx, 'undo')))),
});
