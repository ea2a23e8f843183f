import { z } from 'zod';
import { moment, optionalLine } from './fields.ts';
import { countLimit, pageSize } from './paging.ts';

/**
 * What became of an action. `begun` is on record before anything is changed: an entry that stays so belongs to a process
 * that ended meanwhile, and the change may have been made or not. `failed`: the server failed, perhaps half-way.
 */
export const auditOutcomes = ['begun', 'done', 'failed'] as const;
export type AuditOutcome = (typeof auditOutcomes)[number];

/** One changed field; without values it is a secret, or one whose value is not kept. */
export interface AuditChange {
  field: string;
  from?: string;
  to?: string;
}

/** Days an entry is kept. */
export const auditDays = 365;

const instant = (label: string) => moment(`${label} must be a point in time`).nullish();

/** Filters of the audit log; empty is no filter. */
export const auditFilter = z.object({
  userName: optionalLine('User', 120),
  section: optionalLine('Section', 60),
  /** Found in the action, the record, names of changed fields, and old and new values. */
  text: optionalLine('Text', 200),
  from: instant('From'),
  /** Up to here, not included. */
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
