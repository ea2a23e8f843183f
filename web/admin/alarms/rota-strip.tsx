import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { formatLength } from '../shell/time.ts';
import type { Shift } from './answers.ts';
import css from './rota.module.css';

/** Shifts that are listed before a press on *Show all*. */
const maxListed = 7;
const palette = ['teal', 'indigo', 'grape', 'orange', 'cyan', 'lime', 'pink', 'blue'];
const dayMs = 86_400_000;

interface Props {
  shifts: readonly Shift[];
  timeZone: string;
}

/** The next 14 days: who is on call, hand-overs and gaps, as a bar and in words. */
export function RotaStrip({ shifts, timeZone }: Props) {
  const [isWhole, setWhole] = useState(false);
  const [first, last] = [shifts[0], shifts.at(-1)];
  if (!first || !last) return null;
  const ids = [...new Set(shifts.map(keyOf))].filter((key) => key !== '');
  const colorOf = (shift: Shift) =>
    // A gap is hatched.
    keyOf(shift) === '' ? undefined : `var(--mantine-color-${palette[ids.indexOf(keyOf(shift)) % palette.length]}-6)`;
  const total = lengthOf({ from: first.from, until: last.until });
  const clock = clockOf(timeZone);
  const listed = isWhole ? shifts : shifts.slice(0, maxListed);
  return (
    <Stack gap="sm">
      <div>
        <div className={css.strip} aria-hidden>
          {shifts.map((shift) => (
            <span
              key={String(shift.from)}
              className={keyOf(shift) === '' ? css.gap : undefined}
              style={{ width: `${(100 * lengthOf(shift)) / total}%`, background: colorOf(shift) }}
              title={`${clock(shift.from)} to ${clock(shift.until)}: ${namesOf(shift)}`}
            />
          ))}
        </div>
        <div className={css.days} aria-hidden>
          {daysFrom(first.from, timeZone).map(({ key, text }) => (
            <span key={key}>{text}</span>
          ))}
        </div>
      </div>
      <Text size="sm">{summaryOf(shifts)}</Text>
      <ol className={css.shifts} aria-label="Shifts of the next 14 days">
        {listed.map((shift) => (
          <li key={String(shift.from)}>
            <time dateTime={new Date(shift.from).toISOString()}>{shift === first ? 'Now' : clock(shift.from)}</time>
            <span
              className={`${css.swatch} ${keyOf(shift) === '' ? css.gap : ''}`}
              style={{ background: colorOf(shift) }}
              aria-hidden
            />
            <span className={keyOf(shift) === '' ? css.nobody : undefined}>{namesOf(shift)}</span>
            <span className={css.length}>{formatLength(lengthOf(shift))}</span>
          </li>
        ))}
      </ol>
      {shifts.length > maxListed && (
        <Button variant="subtle" size="xs" style={{ alignSelf: 'flex-start' }} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show all ${shifts.length}`}
        </Button>
      )}
    </Stack>
  );
}

function keyOf({ contacts }: Shift): string {
  return contacts.map(({ id }) => id).join();
}

function namesOf({ contacts }: Shift): string {
  return contacts.length === 0 ? 'Nobody' : contacts.map(({ name }) => name).join(' and ');
}

function lengthOf({ from, until }: Pick<Shift, 'from' | 'until'>): number {
  return Number(new Date(until)) - Number(new Date(from));
}

function summaryOf(shifts: readonly Shift[]): string {
  const gaps = shifts.filter((shift) => keyOf(shift) === '');
  if (gaps.length === shifts.length) return 'Nobody is on call in the next 14 days.';
  const handOvers = shifts.filter((shift, index) => {
    const before = shifts[index - 1];
    return before !== undefined && keyOf(before) !== '' && keyOf(shift) !== '';
  }).length;
  const hours = gaps.reduce((sum, gap) => sum + lengthOf(gap), 0);
  const inWords = `${handOvers} ${handOvers === 1 ? 'hand-over' : 'hand-overs'}`;
  if (gaps.length === 0) return `${inWords}, no gaps.`;
  return `${inWords}, ${gaps.length} ${gaps.length === 1 ? 'gap' : 'gaps'} of ${formatLength(hours)} in all.`;
}

/** Weekday, date and time of a zone. */
export function clockOf(timeZone: string): (at: Date | string) => string {
  const parts = { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const;
  const format = new Intl.DateTimeFormat('en-GB', { ...parts, timeZone });
  return (at) => format.format(new Date(at));
}

/** The day in the middle of each of 14 equal parts. */
function daysFrom(from: Date | string, timeZone: string) {
  const format = new Intl.DateTimeFormat('en-GB', { day: 'numeric', timeZone });
  return Array.from({ length: 14 }, (_, index) => {
    const at = new Date(Number(new Date(from)) + (index + 0.5) * dayMs);
    return { key: Number(at), text: format.format(at) };
  });
}
