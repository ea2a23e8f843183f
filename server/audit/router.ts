import { z } from 'zod';
import { auditPage } from '../../contract/audit.ts';
import { id } from '../../contract/fields.ts';
import { auditChoices, readAuditEntry, readAuditPage } from '../../core/audit/list.ts';
import { adminProcedure, router } from '../trpc/procedures.ts';

/** The audit log, read-only. */
export const auditRouter = router({
  page: adminProcedure.input(auditPage).query(({ ctx, input }) => readAuditPage(ctx.deps.db, input)),
  detail: adminProcedure.input(z.object({ id })).query(({ ctx, input }) => readAuditEntry(ctx.deps.db, input.id)),
  choices: adminProcedure.query(({ ctx }) => auditChoices(ctx.deps.db)),
});
