import { expect, test } from 'vitest';
import { calendarEvents } from '../../core/alarms/calendar-events.ts';
import { parseCalendar } from '../../core/alarms/parse-calendar.ts';

const window = {
  timeZone: 'Europe/Berlin',
  from: new Date('2026-10-19T00:00:00Z'),
  until: new Date('2026-11-09T00:00:00Z'),
};
const calendar = (...lines: string[]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');
const event = (title: string, ...lines: string[]) => ['BEGIN:VEVENT', `SUMMARY:${title}`, ...lines, 'END:VEVENT'];
const shown = (text: string, zone = 'Europe/Berlin') =>
  calendarEvents(text, { ...window, timeZone: zone }).map(
    ({ from, until, title }) => `${from.slice(5, 16)} ${until.slice(5, 16)} ${title}`,
  );

test('a weekly shift follows its zone over a change of the clocks', () => {
  const weekly = event(
    'Anna',
    'UID:a',
    'DTSTART;TZID=Europe/Berlin:20260105T080000',
    'DTEND;TZID=Europe/Berlin:20260106T080000',
    'RRULE:FREQ=WEEKLY;BYDAY=MO',
  );
  // The clocks go back on 25 October.
  expect(shown(calendar(...weekly))).toEqual([
    '10-19T06:00 10-20T06:00 Anna',
    '10-26T07:00 10-27T07:00 Anna',
    '11-02T07:00 11-03T07:00 Anna',
  ]);
});

test('exclusions, changed, moved and cancelled instances count', () => {
  const berlin = (property: string, time: string) => `${property};TZID=Europe/Berlin:${time}`;
  const text = calendar(
    ...event(
      'Anna',
      'UID:a',
      berlin('DTSTART', '20261019T080000'),
      berlin('DTEND', '20261019T180000'),
      'RRULE:FREQ=DAILY;COUNT=5',
      berlin('EXDATE', '20261020T080000'),
    ),
    ...event(
      'Ben',
      'UID:a',
      berlin('RECURRENCE-ID', '20261021T080000'),
      berlin('DTSTART', '20261021T100000'),
      berlin('DTEND', '20261021T120000'),
    ),
    ...event(
      'Anna',
      'UID:a',
      'STATUS:CANCELLED',
      berlin('RECURRENCE-ID', '20261022T080000'),
      berlin('DTSTART', '20261022T080000'),
      berlin('DTEND', '20261022T180000'),
    ),
  );
  expect(shown(text)).toEqual([
    '10-19T06:00 10-19T16:00 Anna',
    '10-21T08:00 10-21T10:00 Ben',
    '10-23T06:00 10-23T16:00 Anna',
  ]);
});

test('a calendar of many years is read, and a long event that began long ago counts', async () => {
  const years = Array.from({ length: 200 }, (_, index) =>
    event('Anna', `UID:${index}`, 'DTSTART:20150105T080000Z', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY'),
  ).flat();
  const long = event('Ben', 'UID:long', 'DTSTART:20260101T000000Z', 'DTEND:20270101T000000Z', 'RRULE:FREQ=YEARLY');
  const parsed = await parseCalendar(calendar(...years, ...long), window);
  if (!('events' in parsed)) throw new Error(parsed.problem);
  expect(Map.groupBy(parsed.events, ({ title }) => title).get('Ben')).toHaveLength(1);
  expect(parsed.events).toHaveLength(601);
});

test('whole days and times without a zone are those of the rota, and a calendar defines zones of its own', () => {
  const own = [
    'BEGIN:VTIMEZONE',
    'TZID:Office time',
    'BEGIN:STANDARD',
    'DTSTART:19700101T000000',
    'TZOFFSETFROM:+0500',
    'TZOFFSETTO:+0500',
    'END:STANDARD',
    'END:VTIMEZONE',
  ];
  const text = calendar(
    ...own,
    ...event('Day', 'UID:a', 'DTSTART;VALUE=DATE:20261020', 'DTEND;VALUE=DATE:20261021'),
    ...event('Floating', 'UID:b', 'DTSTART:20261021T080000', 'DURATION:PT2H'),
    ...event('Own zone', 'UID:c', 'DTSTART;TZID=Office time:20261022T080000', 'DURATION:PT2H'),
    ...event('UTC', 'UID:d', 'DTSTART:20261023T080000Z', 'DTEND:20261023T090000Z'),
    ...event('Without an end', 'UID:e', 'DTSTART:20261024T080000Z'),
  );
  expect(shown(text, 'America/New_York')).toEqual([
    '10-20T04:00 10-21T04:00 Day',
    '10-21T12:00 10-21T14:00 Floating',
    '10-22T03:00 10-22T05:00 Own zone',
    '10-23T08:00 10-23T09:00 UTC',
  ]);
});

test('a text that is no calendar, and rules without an end, are problems', async () => {
  for (const text of ['', '<html>', 'BEGIN:VCALENDAR', 'BEGIN:VCARD\r\nEND:VCARD'])
    expect(await parseCalendar(text, window)).toEqual({
      problem: 'The answer is no calendar in the format iCalendar (.ics).',
    });
  const minutes = event('Often', 'UID:a', 'DTSTART:20261020T080000Z', 'DURATION:PT30S', 'RRULE:FREQ=MINUTELY');
  expect(await parseCalendar(calendar(...minutes), window)).toEqual({
    problem: 'The calendar has more than 2000 shifts.',
  });
  // No February has a 30th: the library looks for it for ever.
  const never = event('Never', 'UID:a', 'DTSTART:20260101T080000Z', 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30');
  expect(await parseCalendar(calendar(...never), window)).toEqual({ problem: 'The calendar takes too long to read.' });
});
