import type { Finding, Rule } from '../finding.ts';
import { itemsOf } from '../items.ts';

const months = 'january february march april may june july august september october november december'.split(' ');
const month = `(${months.flatMap((name) => [name, name.slice(0, 3)]).join('|')})\\.?`;

/** A date that a text names: the text, and its last day as `2026-03-02`. */
interface NamedDate {
  text: string;
  lastDay: string;
  index: number;
}

type Reading = [pattern: RegExp, read: (parts: string[]) => [year: string, month: number, day: number]];

const readings: readonly Reading[] = [
  [/\b(\d{4})-(\d{2})-(\d{2})\b/g, ([year = '', month, day]) => [year, Number(month), Number(day)]],
  [/\b(\d{1,2})\.(\d{1,2})\.(\d{4})\b/g, ([day, month, year = '']) => [year, Number(month), Number(day)]],
  // Either the day or the month may come first: the later of both readings counts.
  [
    /\b(\d{1,2})\/(\d{1,2})\/(\d{4})\b/g,
    ([one, other, year = '']) => {
      const parts = [Number(one), Number(other)].sort((a, b) => a - b);
      const [low = 0, high = 0] = parts;
      return high > 12 ? [year, low, high] : [year, high, low];
    },
  ],
  [
    new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)? (?:of )?${month},? (\\d{4})\\b`, 'gi'),
    ([day, name = '', year = '']) => [year, monthOf(name), Number(day)],
  ],
  [
    new RegExp(`\\b${month} (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})\\b`, 'gi'),
    ([name = '', day, year = '']) => [year, monthOf(name), Number(day)],
  ],
  // A month without a day ends with its last one.
  [new RegExp(`\\b${month},? (\\d{4})\\b`, 'gi'), ([name = '', year = '']) => [year, monthOf(name), 31]],
];

function monthOf(name: string): number {
  return months.findIndex((known) => known.startsWith(name.toLowerCase().slice(0, 3))) + 1;
}

/** Words before a date that lies in the past on purpose. */
const isHistory =
  /\b(since|founded|established|opened|started|launched|born|from|in|on|of|built|completed)(?: in| on)?\s*$/i;
/** Words before a date that ends something, even if one of the others stands there too. */
const isDeadline =
  /\b(until|till|by|before|through|thru|ends?|ending|expires?|valid|deadline|offer|book|order|register)\b[^.!?]{0,20}$/i;

function datesIn(text: string): NamedDate[] {
  return readings.flatMap(([pattern, read]) =>
    [...text.matchAll(pattern)].map((match) => {
      const [year, monthNumber, day] = read(match.slice(1));
      const twoDigits = (value: number) => String(value).padStart(2, '0');
      return { text: match[0], lastDay: `${year}-${twoDigits(monthNumber)}-${twoDigits(day)}`, index: match.index };
    }),
  );
}

/** A date of a text that announces something and is over; null without one. */
export function pastDate(text: string, today: string): string | null {
  const dates = datesIn(text);
  // "12 March 2024" contains "March 2024".
  const whole = dates.filter((date) => !dates.some((other) => other !== date && contains(other, date)));
  const past = whole.find(({ lastDay, index }) => {
    const before = text.slice(0, index);
    return lastDay < today && (isDeadline.test(before) || !isHistory.test(before));
  });
  return past?.text ?? null;
}

function contains(outer: NamedDate, inner: NamedDate): boolean {
  return outer.index <= inner.index && outer.index + outer.text.length >= inner.index + inner.text.length;
}

/** Texts with a date that is over, and a copyright notice of an earlier year. */
export const pastDates: Rule = (content, today) => {
  const found = itemsOf(content).flatMap(({ path, id, name, fields }) =>
    fields.flatMap(({ name: field, info, value }): Finding[] => {
      const date = typeof value === 'string' && info.slot === undefined ? pastDate(value, today) : null;
      if (date === null) return [];
      return [
        {
          severity: 'advice',
          text: `${info.label} of the ${name} names a date in the past: ${date}.`,
          advice: 'Change the text if it announces something.',
          item: { path, id },
          field,
        },
      ];
    }),
  );
  return [...found, ...oldCopyright(content, today)];
};

const oldCopyright: Rule = ({ company }, today) => {
  const years = company?.copyrightText.match(/\b(?:19|20)\d{2}\b/g) ?? [];
  const newest = years.toSorted().at(-1);
  if (!company || newest === undefined || newest >= today.slice(0, 4)) return [];
  return [
    {
      severity: 'advice',
      text: `The copyright notice ends with ${newest}.`,
      advice: `Write ${today.slice(0, 4)}, or leave the year out.`,
      item: { path: 'company.heading', id: company.id },
      field: 'copyrightText',
    },
  ];
};
