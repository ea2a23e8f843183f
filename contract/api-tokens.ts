import { z } from 'zod';
import { scopes } from './scopes.ts';

/** Start of every API token, followed by 40 letters, digits, `-` or `_`. */
export const apiTokenPrefix = 'vt_';

/** Matches API tokens within a text, for masking. */
export const apiTokenPattern = /vt_[\w-]{40}/g;

/** Live tokens of one user. */
export const maxApiTokens = 50;
/** Days until a new token expires if its maker chooses none, and the most that can be chosen. */
export const apiTokenDays = { usual: 90, max: 730 } as const;

/** A new token's values; `expiresAt` is an instant, without one the token is good for the usual days. */
export const newApiToken = z.object({
  name: z
    .string({ error: 'Name is required' })
    .trim()
    .min(1, 'Name is required')
    .max(80, 'Name takes at most 80 characters'),
  scopes: z
    .array(z.enum(scopes, 'Scopes has an unknown scope'), 'Scopes is required')
    .min(1, 'Choose at least one scope')
    .max(20),
  expiresAt: z.iso
    .datetime({ offset: true, error: 'ExpiresAt must be a time such as 2027-01-31T12:00:00Z' })
    .transform((text) => new Date(text))
    .optional(),
});
export type NewApiToken = z.output<typeof newApiToken>;
