import { z } from 'zod';
import { id } from '../../contract/fields.ts';
import { allRecords } from '../../core/content/records.ts';
import { saveRow } from '../../core/content/write.ts';
import { notFound } from '../../core/errors.ts';
import { editOf } from '../content/edit-of.ts';
import { permitted, router } from '../trpc/procedures.ts';

/** Selects a row that hides others (core/content/hiding-rows.ts). */
const hidingRow = z.object({ section: z.string().max(40), record: z.string().max(40), id });

export const landingRouter = router({
  /** The page's content, for in-place editing by Admins. */
  content: permitted('content:read').query(({ ctx }) => ctx.deps.landing.content()),

  /** Activates the heading or other parent that hides its child records. */
  show: permitted('content:publish')
    .input(hidingRow)
    .mutation(({ ctx, input: { section, record, id: row } }) => {
      const definition = allRecords.find((known) => known.section === section && known.key === record);
      if (!definition || !allRecords.some(({ parent }) => parent === definition)) throw notFound('This record');
      return saveRow(ctx.deps.db, definition, { id: row }, { isActive: true }, editOf(ctx));
    }),
});
