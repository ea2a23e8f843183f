import { z } from 'zod';
import { clockTime } from './clock-time.ts';
import { id } from './fields.ts';

/** A weekly turn: from a weekday and time until a time, on the next day if that is not later. 1 is Monday. */
const rotaTurn = z.object({ day: z.int().min(1).max(7), from: clockTime, until: clockTime, contactId: id });
export type RotaTurn = z.output<typeof rotaTurn>;

/** A replacement for the regular turns of a period, with ISO times. */
const rotaOverride = z
  .object({ from: z.iso.datetime(), until: z.iso.datetime(), contactId: id })
  .refine(({ from, until }) => from < until, { message: 'The end must be after the beginning', path: ['until'] });
export type RotaOverride = z.output<typeof rotaOverride>;
