import ICAL from 'ical.js';
import { Temporal } from 'temporal-polyfill';
import type { RotaEvent } from '../../contract/alarm-rotas.ts';

// Load this module in a thread alone (calendar-thread.ts): the rules of a hostile calendar may keep it busy for ever.

/** The part of a calendar that is wanted. */
export interface CalendarWindow {
  /** Zone of times without one, and of whole days. */
  timeZone: string;
  from: Date;
  until: Date;
}

/** Why a calendar cannot be used, as a sentence. */
class CalendarError extends Error {}

const maxEvents = 2000;
/** Occurrences of one event that are looked at: a daily one since 1970. */
const maxOccurrences = 25_000;
const maxTitleLength = 200;
/** A changed instance may be this much earlier or later than planned. */
const slackMs = 31 * 86_400_000;

/**
 * The events of an iCalendar text that touch a period, the first one first: recurring events with their exclusions and changed
 * instances, without cancelled ones. Throws an error with a sentence for a text that is no calendar.
 */
export function calendarEvents(text: string, window: CalendarWindow): RotaEvent[] {
  const found: RotaEvent[] = [];
  for (const [event, occurrences] of eventsIn(text))
    for (const { start, end, component } of occurrences(window)) {
      if (component.getFirstPropertyValue('status') === 'CANCELLED') continue;
      const [from, until] = [
        instantOf(start, component, 'dtstart', window),
        instantOf(end, component, 'dtend', window),
      ];
      if (until <= from || until <= window.from || from >= window.until) continue;
      const title = String(component.getFirstPropertyValue('summary') ?? event.summary ?? '')
        .slice(0, maxTitleLength)
        .toWellFormed();
      found.push({ from: from.toISOString(), until: until.toISOString(), title });
      if (found.length > maxEvents) throw new CalendarError(`The calendar has more than ${maxEvents} shifts.`);
    }
  return found.sort((one, other) => one.from.localeCompare(other.from));
}

interface Occurrence {
  start: ICAL.Time;
  end: ICAL.Time;
  /** The event itself, or its changed instance. */
  component: ICAL.Component;
}

type Occurrences = (window: CalendarWindow) => Iterable<Occurrence>;

function eventsIn(text: string): [ICAL.Event, Occurrences][] {
  const components = calendarsIn(text).flatMap((calendar) => calendar.getAllSubcomponents('vevent'));
  const dated = components.filter((component) => component.hasProperty('dtstart'));
  const [changes, masters] = [true, false].map((isChange) =>
    dated.filter((component) => component.hasProperty('recurrence-id') === isChange),
  );
  const uid = (component: ICAL.Component) => component.getFirstPropertyValue('uid');
  const changesOf = Map.groupBy(changes ?? [], uid);
  const orphans = (changes ?? []).filter((change) => !(masters ?? []).some((master) => uid(master) === uid(change)));
  return [...(masters ?? []), ...orphans].map((component) => {
    const exceptions = changesOf.get(uid(component)) ?? [];
    const event = new ICAL.Event(component, { strictExceptions: true, exceptions });
    return [event, (window) => occurrencesOf(event, component, window)];
  });
}

function calendarsIn(text: string): ICAL.Component[] {
  try {
    const parsed: unknown[] = ICAL.parse(text.replace(/^\uFEFF/, '').trim());
    // Several calendars in one text are a list of them.
    const all = typeof parsed[0] === 'string' ? [parsed] : parsed.filter((one) => Array.isArray(one));
    const calendars = all.map((one) => new ICAL.Component(one)).filter(({ name }) => name === 'vcalendar');
    if (calendars.length > 0) return calendars;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
  }
  throw new CalendarError('The answer is no calendar in the format iCalendar (.ics).');
}

function* occurrencesOf(event: ICAL.Event, component: ICAL.Component, window: CalendarWindow): Generator<Occurrence> {
  if (!event.isRecurring()) {
    yield { start: event.startDate, end: event.endDate, component };
    return;
  }
  const iterator = event.iterator();
  const lengthMs = event.duration.toSeconds() * 1000;
  for (let count = 0; ; count += 1) {
    const time = iterator.next();
    if (!time || roughly(time) > Number(window.until) + slackMs) return;
    if (count >= maxOccurrences) throw new CalendarError(`An event repeats more than ${maxOccurrences} times.`);
    if (roughly(time) + lengthMs < Number(window.from) - slackMs) continue;
    const { item, startDate, endDate } = event.getOccurrenceDetails(time);
    yield { start: startDate, end: endDate, component: item.component };
  }
}

/** The time to within a day, whatever its zone: occurrences of many years are looked at. */
function roughly({ year, month, day }: ICAL.Time): number {
  return Date.UTC(year, month - 1, day);
}

function instantOf(
  time: ICAL.Time,
  component: ICAL.Component,
  property: 'dtstart' | 'dtend',
  { timeZone }: CalendarWindow,
): Date {
  if (time.zone === ICAL.Timezone.utcTimezone && !time.isDate) return time.toJSDate();
  const named = (component.getFirstProperty(property) ?? component.getFirstProperty('dtstart'))?.getParameter('tzid');
  const isKnown = typeof named === 'string' && isZone(named);
  // Other names, such as those of Windows, are defined in the calendar itself.
  if (!time.isDate && !isKnown && time.zone?.component) return new Date(time.toUnixTime() * 1000);
  const { year, month, day, hour, minute, second } = time;
  const local = Temporal.PlainDateTime.from({ year, month, day, hour, minute, second });
  const zoned = local.toZonedDateTime(isKnown && !time.isDate ? named : timeZone, { disambiguation: 'compatible' });
  return new Date(zoned.epochMilliseconds);
}

const zones = new Map<string, boolean>();

function isZone(name: string): boolean {
  const known = zones.get(name) ?? isKnownToIntl(name);
  zones.set(name, known);
  return known;
}

function isKnownToIntl(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
