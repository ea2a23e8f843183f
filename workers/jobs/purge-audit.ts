import { purgeAudit } from '../../core/audit/jobs.ts';
import { applyRetentionTo } from '../../core/privacy/apply-retention.ts';
import { handleJob } from '../../core/queue/handler.ts';

/** Deletes audit log entries whose time is over; failed sign-ins may have a shorter one. */
export const handlePurgeAudit = handleJob(purgeAudit, async (_data, deps) => {
  const failedSignIns = await applyRetentionTo(deps, 'failedSignIns');
  const entries = await applyRetentionTo(deps, 'audit');
  if (failedSignIns + entries > 0) deps.log.info({ failedSignIns, entries }, 'old audit entries deleted');
});
