import { z } from 'zod';
import { id } from '../../../contract/fields.ts';
import type { LogView } from '../../../contract/message-log.ts';
import { outcomes } from '../../../contract/message-outcomes.ts';
import { daysAt, periods } from './log-period.ts';

const text = z.coerce.string().max(64).optional().catch(undefined);
const day = z.iso.date().optional().catch(undefined);

/** The log's filters in the address; a link without them shows everything. */
export const logSearch = z.object({
  /** The digits with which the receiver's number starts. */
  to: z.coerce
    .string()
    .regex(/^\d{1,15}$/)
    .optional()
    .catch(undefined),
  fromNumber: text,
  toNumber: text,
  messageSid: text,
  accountSid: text,
  requestFrom: text,
  client: id.optional().catch(undefined),
  period: z.enum(periods).optional().catch(undefined),
  first: day,
  last: day,
  outcome: z.enum(outcomes).optional().catch(undefined),
  direction: z.enum(['out', 'in']).optional().catch(undefined),
  text: z.coerce.string().max(80).optional().catch(undefined),
  sort: z
    .enum(['fromNumber', 'requestFrom', 'toNumber', 'accountSid', 'messageSid', 'status'])
    .optional()
    .catch(undefined),
  ascending: z.boolean().optional().catch(undefined),
  page: z.int().min(2).max(200).optional().catch(undefined),
});
export type LogSearch = z.output<typeof logSearch>;

/** The filters that the server takes; periods end at `now`. */
export function viewOf(search: LogSearch, now: Date): LogView {
  const { fromNumber = '', messageSid = '', accountSid = '', requestFrom = '' } = search;
  const toNumber = search.toNumber ?? (search.to === undefined ? '' : `+${search.to}`);
  return {
    ...{ fromNumber, toNumber, messageSid, accountSid, requestFrom },
    ...(search.client !== undefined && { telephonyClientId: search.client }),
    ...(search.outcome && { outcome: search.outcome }),
    ...(search.direction && { direction: search.direction }),
    ...(search.period && daysAt(search.period, search, now)),
  };
}
