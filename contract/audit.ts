import { z } from 'zod';
import { moment, optionalLine } from './fields.ts';
import { countLimit, pageSize } from './paging.ts';

/**
 * Outcome of an action. `begun` is written before anything changes; it remains if the process ended during the action,
 * so the change may or may not have been made. `failed`: a server error, the change may be incomplete.
 */
export const auditOutcomes = ['begun', 'done', 'failed'] as const;
export type AuditOutcome = (typeof auditOutcomes)[number];

/** One changed field; without values for secrets and for fields whose value is not stored. */
export interface AuditChange {
  field: string;
  from?: string;
  to?: string;
}

/** Retention of entries unless the owner sets another, in days. */
export const auditDays = 365;

const instant = (label: string) => moment(`${label} must be a point in time`).nullish();

/** Filters of the audit log; an empty one is ignored. */
export const auditFilter = z.object({
  userName: optionalLine('User', 120),
  section: optionalLine('Section', 60),
  /** Searched in action, record, names of changed fields, and old and new values. */
  text: optionalLine('Text', 200),
  from: instant('From'),
  /** Exclusive. */
  until: instant('Until'),
});
export type AuditFilter = z.output<typeof auditFilter>;

/** One page of the audit log. */
export const auditPage = z.object({
  ...auditFilter.shape,
  page: z
    .int()
    .min(1)
    .max(countLimit / pageSize)
    .default(1),
});
