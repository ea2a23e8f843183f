import { z } from 'zod';
import { id } from '../../../contract/fields.ts';
import { serverStates } from '../../../contract/server-states.ts';

/** The filters of Schedule Tasks in the address; `list` is a server, as in the links of alarms. */
export const overviewSearch = z.object({
  list: id.optional().catch(undefined),
  text: z.coerce.string().max(80).optional().catch(undefined),
  state: z.enum(serverStates).optional().catch(undefined),
  account: id.optional().catch(undefined),
  sort: z.enum(['client', 'name', 'updated']).optional().catch(undefined),
  page: z.int().min(2).max(200).optional().catch(undefined),
});
export type OverviewSearch = z.output<typeof overviewSearch>;
