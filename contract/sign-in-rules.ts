import { z } from 'zod';
import { roles } from './roles.ts';

/** The rule which roles need a second factor. `version` counts saves of the rules: 0 before the first one. */
export const secondFactorRule = z.object({
  version: z.int().min(0),
  secondFactorRoles: z.array(z.enum(roles)).max(roles.length),
});
export type SecondFactorRule = z.output<typeof secondFactorRule>;
