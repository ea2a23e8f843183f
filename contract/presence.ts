import { z } from 'zod';
import { id } from './fields.ts';

/** How long a form counts as open after its last sign of life, in milliseconds: three times the browser's interval. */
export const openFormLifetimeMs = 12_000;

/** Random key of one open form, made in the browser: at least 128 bits. */
const key = z.string().regex(/^[\w-]{22,64}$/, 'A key is 22 to 64 letters, digits, - or _');

/** Closes a form. */
export const closedForm = z.object({ key });

/** Sign of life of an open form. */
export const signOfLife = z.object({
  key,
  /** The record's path in procedures: `features.items`. */
  record: z.string().max(60),
  rowId: id,
  /** Name of the field in which the user is typing; empty: the user types nothing. */
  field: z.string().max(60).default(''),
});
