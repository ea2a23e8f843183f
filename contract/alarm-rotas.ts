import { z } from 'zod';
import { id, line, timeZone, version } from './fields.ts';

/** Turns and replacements of one rota. */
const limits = { turns: 100, overrides: 200 };

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'A time must be like 07:30');
const localTime = z
  .string()
  .regex(/^20\d\d-[01]\d-[0-3]\dT([01]\d|2[0-3]):[0-5]\d$/, 'A time must be like 2026-12-24T18:00')
  .refine((text) => z.iso.date().safeParse(text.slice(0, 10)).success, 'There is no such day');

/** A weekly turn: from a weekday and time until a time, on the next day if that is not later. 1 is Monday. */
const rotaTurn = z.object({
  day: z.int().min(1, 'A day is 1 (Monday) to 7').max(7, 'A day is 1 (Monday) to 7'),
  from: clockTime,
  until: clockTime,
  contactId: id,
});
export type RotaTurn = z.output<typeof rotaTurn>;

/** A replacement of everybody on call in a period, with local times of the rota's zone. */
const rotaOverride = z
  .object({ from: localTime, until: localTime, contactId: id })
  .refine(({ from, until }) => from < until, { message: 'The end must be after the beginning', path: ['until'] });
export type RotaOverride = z.output<typeof rotaOverride>;

/** A shift of a calendar, with ISO times; its title names who is on call. */
export interface RotaEvent {
  from: string;
  until: string;
  title: string;
}

/** A calendar's address, or empty. Calendars hand out `webcal:` for `https:`. */
const calendarAddress = z
  .string()
  .trim()
  .max(2000, 'The address takes at most 2000 characters')
  .transform((text) => text.replace(/^webcals?:/i, 'https:'))
  .refine(isCalendarAddress, 'The address must be like https://calendar.example.com/on-call.ics');

function isCalendarAddress(text: string): boolean {
  if (text === '') return true;
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}

/** What decides who is on call. */
export const rotaPlan = z.object({
  timeZone: timeZone('Time zone').unwrap(),
  turns: z.array(rotaTurn).max(limits.turns, `A rota has at most ${limits.turns} turns`).default([]),
  overrides: z
    .array(rotaOverride)
    .max(limits.overrides, `A rota has at most ${limits.overrides} replacements`)
    .default([]),
});

/**
 * A rota; without an id a new one. `version` is the one that a change is based on. `calendar`: the address of a calendar instead of
 * turns; empty: none; undefined keeps the stored one.
 */
export const rotaFields = rotaPlan.extend({
  id: id.optional(),
  version: version.optional(),
  name: line('Name', 80),
  calendar: calendarAddress.optional(),
});

/** A rota by its name, for programs that create and change rotas. */
export const registeredRota = rotaFields.omit({ id: true, version: true });
