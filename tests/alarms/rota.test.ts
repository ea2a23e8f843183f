import { array, assert, constantFrom, date, integer, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { onCall, type Rota, shiftsOf } from '../../core/alarms/rota.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const [anna, ben, cleo] = [1, 2, 3];
const empty: Rota = { timeZone: 'Europe/Berlin', turns: [], overrides: [], events: [] };
const allDays = [1, 2, 3, 4, 5, 6, 7];

const time = integer({ min: 0, max: 47 }).map(
  (half) => `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}`,
);
const contactId = constantFrom(anna, ben, cleo);
const instant = date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true });
const rota = record({
  timeZone: constantFrom('Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'UTC'),
  turns: array(record({ day: integer({ min: 1, max: 7 }), from: time, until: time, contactId }), { maxLength: 12 }),
  overrides: array(
    record({ at: instant, hours: integer({ min: 1, max: 90 }), contactId }).map(({ at, hours, contactId: id }) => ({
      from: at.toISOString().slice(0, 16),
      until: new Date(Number(at) + hours * hourMs).toISOString().slice(0, 16),
      contactId: id,
    })),
    { maxLength: 3 },
  ),
  events: array(
    record({ from: instant, hours: integer({ min: 1, max: 90 }), contactId }).map(({ from, hours, contactId: id }) => ({
      from,
      until: new Date(Number(from) + hours * hourMs),
      contactId: id,
    })),
    { maxLength: 3 },
  ),
});

test('shifts cover a period without gap or overlap, and agree with who is on call at every instant', () => {
  assert(
    property(rota, instant, integer({ min: 1, max: 20 * 24 }), (one, from, hours) => {
      const until = new Date(Number(from) + hours * hourMs);
      const shifts = shiftsOf(one, from, until);
      expect(shifts[0]?.from).toEqual(from);
      expect(shifts.at(-1)?.until).toEqual(until);
      for (const [index, shift] of shifts.entries()) {
        expect(Number(shift.from)).toBeLessThan(Number(shift.until));
        const next = shifts[index + 1];
        if (next) {
          expect(next.from).toEqual(shift.until);
          expect(next.contactIds).not.toEqual(shift.contactIds);
        }
        const middle = new Date((Number(shift.from) + Number(shift.until)) / 2);
        for (const at of [shift.from, middle, new Date(Number(shift.until) - 1)])
          expect(onCall(one, at)).toEqual(shift.contactIds);
      }
    }),
    { numRuns: 200 },
  );
});

/** Who is on call by the local clock alone: right on days without a change of the clocks. */
function byClock({ timeZone, turns }: Rota, at: Date): number[] {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  const day = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(part('weekday')) + 1;
  const clock = `${part('hour')}:${part('minute')}`;
  const ids = turns.filter((turn) => {
    const isOvernight = turn.until <= turn.from;
    const hasBegun = turn.day === day && turn.from <= clock && (isOvernight || clock < turn.until);
    return hasBegun || (isOvernight && (turn.day % 7) + 1 === day && clock < turn.until);
  });
  return [...new Set(ids.map((turn) => turn.contactId))].sort();
}

test('weekly turns follow the local clock, also over midnight', () => {
  const november = date({ min: new Date('2026-11-05'), max: new Date('2026-12-20'), noInvalidDate: true });
  assert(
    property(rota, november, (one, at) => {
      const weekly = { ...one, overrides: [], events: [] };
      expect(onCall(weekly, at)).toEqual(byClock(weekly, at));
    }),
    { numRuns: 500 },
  );
});

test('turns that meet on the clock leave no gap when the clocks change', () => {
  const turns = allDays.flatMap((day) => [
    { day, from: '00:00', until: '02:30', contactId: anna },
    { day, from: '02:30', until: '00:00', contactId: ben },
  ]);
  const lengths = (from: string) =>
    shiftsOf({ ...empty, turns }, new Date(from), new Date(Number(new Date(from)) + dayMs)).map(
      ({ contactIds, ...shift }) => `${contactIds.join()} ${(Number(shift.until) - Number(shift.from)) / hourMs} h`,
    );
  // In March 02:30 counts as 03:30, and in October the first 02:30 counts.
  expect(lengths('2026-03-28T23:00:00Z')).toEqual([`${anna} 2.5 h`, `${ben} 20.5 h`, `${anna} 1 h`]);
  expect(lengths('2026-10-24T22:00:00Z')).toEqual([`${anna} 2.5 h`, `${ben} 21.5 h`]);
});

test('a replacement comes before turns and the calendar, and ends as planned', () => {
  const turns = allDays.map((day) => ({ day, from: '08:00', until: '08:00', contactId: anna }));
  const events = [{ from: new Date('2026-12-24T00:00:00Z'), until: new Date('2026-12-26T00:00:00Z'), contactId: cleo }];
  const overrides = [{ from: '2026-12-24T18:00', until: '2026-12-25T06:00', contactId: ben }];
  const shifts = shiftsOf(
    { ...empty, turns, events, overrides },
    new Date('2026-12-23T12:00:00Z'),
    new Date('2026-12-27T12:00:00Z'),
  );
  expect(shifts.map(({ until, contactIds }) => [until.toISOString().slice(5, 16), ...contactIds])).toEqual([
    ['12-24T00:00', anna],
    ['12-24T17:00', anna, cleo],
    ['12-25T05:00', ben],
    ['12-26T00:00', anna, cleo],
    ['12-27T12:00', anna],
  ]);
});

test('without turns nobody is on call', () => {
  const [from, until] = [new Date('2026-12-01'), new Date('2026-12-02')];
  expect(shiftsOf(empty, from, until)).toEqual([{ from, until, contactIds: [] }]);
  expect(onCall(empty, from)).toEqual([]);
});
