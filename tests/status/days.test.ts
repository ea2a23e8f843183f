import { expect, test } from 'vitest';
import { lastDays } from '../../core/status/days.ts';

test('days begin at midnight of the zone, also when the clocks change', () => {
  const days = lastDays(new Date('2026-03-30T12:00:00Z'), 'Europe/Berlin', 3);
  expect(days).toEqual([
    { name: '2026-03-28', from: new Date('2026-03-27T23:00:00Z'), until: new Date('2026-03-28T23:00:00Z') },
    { name: '2026-03-29', from: new Date('2026-03-28T23:00:00Z'), until: new Date('2026-03-29T22:00:00Z') },
    { name: '2026-03-30', from: new Date('2026-03-29T22:00:00Z'), until: new Date('2026-03-30T22:00:00Z') },
  ]);
  const [late] = lastDays(new Date('2026-03-30T23:30:00Z'), 'Asia/Kolkata', 1);
  expect(late).toMatchObject({ name: '2026-03-31', from: new Date('2026-03-30T18:30:00Z') });
});
