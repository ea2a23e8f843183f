import { z } from 'zod';
import { id } from '../../../contract/fields.ts';
import { sectionNames } from './changes.ts';

/** The filters of the list, and the entry after which the page is shown, in the address. */
export const historySearch = z.object({
  section: z
    .string()
    .refine((key) => sectionNames.has(key))
    .optional()
    .catch(undefined),
  deleted: z.literal(true).optional().catch(undefined),
  moment: id.optional().catch(undefined),
});
export type HistorySearch = z.infer<typeof historySearch>;
