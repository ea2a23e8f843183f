import { Temporal } from 'temporal-polyfill';
import type { RotaOverride, RotaTurn } from '../../contract/alarm-rotas.ts';

// Load this module when first used: it needs the calendar library.

/** What decides who is on call. */
export interface Rota {
  /** IANA zone of the local times of turns and overrides. */
  timeZone: string;
  turns: readonly RotaTurn[];
  /** Replacements: while one lasts, turns and events do not count. */
  overrides: readonly RotaOverride[];
  /** Shifts of a calendar. */
  events: readonly Period[];
}

/** A time in which a contact is on call; the end is outside. */
export interface Period {
  from: Date;
  until: Date;
  contactId: number;
}

/** A part of a period in which the same contacts are on call. */
export interface Shift {
  from: Date;
  until: Date;
  /** In ascending order. Empty: a gap, nobody is on call. */
  contactIds: number[];
}

/** The contacts on call at an instant, by ascending id; several if turns overlap. */
export function onCall(rota: Rota, at: Date): number[] {
  return contactsAt(periodsOf(rota, at, new Date(Number(at) + 1)), Number(at));
}

/** Shifts and gaps that cover a period without overlaps. Neighbours have different contacts. */
export function shiftsOf(rota: Rota, from: Date, until: Date): Shift[] {
  const periods = periodsOf(rota, from, until);
  const changes = [...periods.regular, ...periods.overrides].flatMap((one) => [Number(one.from), Number(one.until)]);
  const inside = changes.filter((at) => at > Number(from) && at < Number(until));
  const times = [...new Set([Number(from), ...inside])].sort((one, other) => one - other);
  const shifts: Shift[] = [];
  for (const [index, start] of times.entries()) {
    const end = new Date(times[index + 1] ?? until);
    const contactIds = contactsAt(periods, start);
    const last = shifts.at(-1);
    if (last && isSame(last.contactIds, contactIds)) last.until = end;
    else if (start < Number(end)) shifts.push({ from: new Date(start), until: end, contactIds });
  }
  return shifts;
}

interface Periods {
  regular: Period[];
  overrides: Period[];
}

function contactsAt({ regular, overrides }: Periods, at: number): number[] {
  const covers = (one: Period) => Number(one.from) <= at && at < Number(one.until);
  const replacements = overrides.filter(covers);
  const counting = replacements.length > 0 ? replacements : regular.filter(covers);
  return [...new Set(counting.map(({ contactId }) => contactId))].sort((one, other) => one - other);
}

function isSame(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((id, index) => id === other[index]);
}

/** Everything that touches a period. */
function periodsOf({ timeZone, turns, overrides, events }: Rota, from: Date, until: Date): Periods {
  const touches = (one: Period) => one.from < until && one.until > from && one.from < one.until;
  const ofTurns = turns.length === 0 ? [] : turnPeriods(timeZone, turns, from, until);
  const replacements = overrides.map(({ contactId, ...local }) => ({
    from: instantOf(Temporal.PlainDateTime.from(local.from), timeZone),
    until: instantOf(Temporal.PlainDateTime.from(local.until), timeZone),
    contactId,
  }));
  return { regular: [...ofTurns, ...events].filter(touches), overrides: replacements.filter(touches) };
}

function turnPeriods(timeZone: string, turns: readonly RotaTurn[], from: Date, until: Date): Period[] {
  // A turn that began the day before may still last; a zone may skip a whole day.
  const first = dateOf(from, timeZone).subtract({ days: 2 });
  const last = dateOf(until, timeZone);
  const ofDay = Map.groupBy(turns, ({ day }) => day);
  const periods: Period[] = [];
  for (let date = first; Temporal.PlainDate.compare(date, last) <= 0; date = date.add({ days: 1 }))
    for (const turn of ofDay.get(date.dayOfWeek) ?? []) {
      const end = turn.until > turn.from ? date : date.add({ days: 1 });
      const at = (day: Temporal.PlainDate, time: string) =>
        instantOf(day.toPlainDateTime(Temporal.PlainTime.from(time)), timeZone);
      periods.push({ from: at(date, turn.from), until: at(end, turn.until), contactId: turn.contactId });
    }
  return periods;
}

function dateOf(at: Date, timeZone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(Number(at)).toZonedDateTimeISO(timeZone).toPlainDate();
}

/**
 * The instant of a local time. A time that the clocks skip counts as much later as they skip, and of a time that occurs twice the
 * first one counts: turns that meet on the clock meet then too.
 */
function instantOf(local: Temporal.PlainDateTime, timeZone: string): Date {
  return new Date(local.toZonedDateTime(timeZone, { disambiguation: 'compatible' }).epochMilliseconds);
}
