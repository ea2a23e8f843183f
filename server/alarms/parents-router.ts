import { z } from 'zod';
import { id } from '../../contract/fields.ts';
import { setParents } from '../../core/alarms/parents.ts';
import { permitted, router } from '../trpc/procedures.ts';

/** The servers that a server needs; `health.detail` reads them. */
export const parentsRouter = router({
  set: permitted('health:write')
    .input(z.object({ clientId: id, parentIds: z.array(id).max(50, 'A server needs at most 50 others') }))
    .mutation(({ ctx, input }) => setParents(ctx.deps.db, input, ctx.recordChange)),
});
