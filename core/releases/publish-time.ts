import { Temporal } from 'temporal-polyfill';
import { invalid } from '../errors.ts';

// Load this module when first used: it needs the calendar library.

/** A time of publication in words. */
export interface PublishTime {
  at: Date;
  timeZone: string;
  /** 'Monday 30 March 2026, 08:00, Central European Summer Time (UTC+2)'. */
  words: string;
  /** What daylight saving does until then, or to this time; empty if nothing. */
  note: string;
}

/**
 * Reads a time of publication: an instant with `Z` or an offset, or a local time in the zone. Of a local time that occurs twice
 * the first one counts. Throws 400 for an unreadable time, an unknown zone, a time that the clocks skip, and the past.
 */
export function readPublishTime(text: string, timeZone: string, now: Date): PublishTime {
  requireZone(timeZone);
  const hasOffset = /(Z|[+-]\d\d(:?\d\d)?)$/i.test(text.trim().replace(/^\d{4}-\d\d-\d\d/, ''));
  const chosen = hasOffset ? readInstant(text, timeZone) : readLocal(text, timeZone);
  if (chosen.epochMilliseconds <= Number(now))
    throw invalid({ publishAt: 'This time is in the past. Choose a later one, or publish now' });
  return describe(chosen, now, hasOffset ? null : Temporal.PlainDateTime.from(text));
}

/** Describes a stored time of publication. */
export function describePublishTime(at: Date, timeZone: string, now: Date): PublishTime {
  return describe(Temporal.Instant.fromEpochMilliseconds(Number(at)).toZonedDateTimeISO(timeZone), now, null);
}

function requireZone(timeZone: string): void {
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone });
  } catch {
    throw invalid({ timeZone: `There is no time zone ${timeZone}. Use a name such as Europe/Berlin` });
  }
}

const unreadable = () => invalid({ publishAt: 'PublishAt must be a date and a time, such as 2026-03-30T08:00' });

function readInstant(text: string, timeZone: string): Temporal.ZonedDateTime {
  try {
    return Temporal.Instant.from(text.trim()).toZonedDateTimeISO(timeZone);
  } catch {
    throw unreadable();
  }
}

function readLocal(text: string, timeZone: string): Temporal.ZonedDateTime {
  let local: Temporal.PlainDateTime;
  try {
    local = Temporal.PlainDateTime.from(text.trim());
  } catch {
    throw unreadable();
  }
  const chosen = local.toZonedDateTime(timeZone, { disambiguation: 'earlier' });
  if (chosen.toPlainDateTime().equals(local)) return chosen;
  const later = local.toZonedDateTime(timeZone, { disambiguation: 'later' });
  throw invalid({
    publishAt: `The clocks in ${timeZone} go forward then: there is no ${timeOf(local)} on ${dayOf(local)}. Choose ${timeOf(later)} or another time`,
  });
}

function describe(chosen: Temporal.ZonedDateTime, now: Date, local: Temporal.PlainDateTime | null): PublishTime {
  const { timeZoneId: timeZone } = chosen;
  const words = `${dayOf(chosen)}, ${timeOf(chosen)}, ${zoneName(chosen)} (${offsetOf(chosen)})`;
  return { at: new Date(chosen.epochMilliseconds), timeZone, words, note: noteOn(chosen, now, local) };
}

/** The note on a time that occurs twice, or else on a change of the clocks between now and then. */
function noteOn(chosen: Temporal.ZonedDateTime, now: Date, local: Temporal.PlainDateTime | null): string {
  const second = local?.toZonedDateTime(chosen.timeZoneId, { disambiguation: 'later' });
  if (second && second.epochMilliseconds !== chosen.epochMilliseconds)
    return `The clocks go back then, and ${timeOf(chosen)} occurs twice: the release is published at the first one (${offsetOf(chosen)}).`;
  const today = Temporal.Instant.fromEpochMilliseconds(Number(now)).toZonedDateTimeISO(chosen.timeZoneId);
  const change = chosen.getTimeZoneTransition('previous');
  if (!change || change.epochMilliseconds <= today.epochMilliseconds || today.offset === chosen.offset) return '';
  const direction = chosen.offsetNanoseconds > today.offsetNanoseconds ? 'forward' : 'back';
  return `The clocks go ${direction} on ${dayOf(change)}, before the publication; ${timeOf(chosen)} is the time on the clock then.`;
}

type Day = Temporal.PlainDateTime | Temporal.ZonedDateTime;

function timeOf(time: Day): string {
  return `${String(time.hour).padStart(2, '0')}:${String(time.minute).padStart(2, '0')}`;
}

function dayOf(time: Day): string {
  const at = new Date(Date.UTC(time.year, time.month - 1, time.day));
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' }).format(at).replace(',', '');
}

function zoneName({ timeZoneId, epochMilliseconds }: Temporal.ZonedDateTime): string {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone: timeZoneId, timeZoneName: 'long' }).formatToParts(
    epochMilliseconds,
  );
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZoneId;
}

function offsetOf({ offset }: Temporal.ZonedDateTime): string {
  return `UTC${offset.replace(/^([+-])0/, '$1').replace(/:00$/, '')}`;
}
