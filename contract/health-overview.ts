import { z } from 'zod';
import { id } from './fields.ts';
import { countLimit, pageSize } from './paging.ts';
import { serverStates } from './server-states.ts';

/** Filters and order of the overview of servers. */
export const overviewQuery = z.object({
  text: z.string().trim().max(80).default(''),
  state: z.enum(serverStates).optional(),
  /** Client account whose servers are shown. */
  account: id.optional(),
  /** `client`: grouped by client account. */
  sort: z.enum(['state', 'client', 'name', 'updated']).default('state'),
  page: z
    .int()
    .min(1)
    .max(countLimit / pageSize)
    .default(1),
});

/** Most servers of one change. */
export const maxBulkServers = 500;

/** A change of several servers. */
export const bulkChange = z.object({
  ids: z.array(id).min(1, 'Select a server').max(maxBulkServers, `Select at most ${maxBulkServers} servers`),
  action: z.enum(['pause', 'resume', 'maintain', 'endMaintenance']),
  /** Length of the maintenance. */
  hours: z.int().min(1).max(720).default(4),
});
