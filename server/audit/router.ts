import { z } from 'zod';
import { auditPage } from '../../contract/audit.ts';
import { id } from '../../contract/fields.ts';
import { auditChoices, readAuditEntry, readAuditPage } from '../../core/audit/list.ts';
import { permitted, router } from '../trpc/procedures.ts';

/** The audit log, read-only. */
export const auditRouter = router({
  page: permitted('audit:read')
    .input(auditPage)
    .query(({ ctx, input }) => readAuditPage(ctx.deps.db, input)),
  detail: permitted('audit:read')
    .input(z.object({ id }))
    .query(({ ctx, input }) => readAuditEntry(ctx.deps.db, input.id)),
  choices: permitted('audit:read').query(({ ctx }) => auditChoices(ctx.deps.db)),
});
