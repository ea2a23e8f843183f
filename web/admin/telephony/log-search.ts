import { z } from 'zod';

/** The digits with which the receiver's number starts, in the address. */
export const logSearch = z.object({
  to: z.coerce
    .string()
    .regex(/^\d{1,15}$/)
    .optional()
    .catch(undefined),
});
