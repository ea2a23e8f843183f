import { expect, test } from 'vitest';
import { shortened, textParts } from '../../web/admin/history/text-difference.ts';

const read = (from: string, to: string) => textParts(from, to).map(({ kind, text }) => [kind, text]);

test('two texts are compared word by word', () => {
  expect(read('We keep the old lights', 'We keep the new lights on')).toEqual([
    ['same', 'We keep the '],
    ['removed', 'old'],
    ['added', 'new'],
    ['same', ' lights'],
    ['added', ' on'],
  ]);
});

test('texts with little in common are shown one after the other', () => {
  expect(read('Harbour lights of the north', 'Something else entirely')).toEqual([
    ['removed', 'Harbour lights of the north'],
    ['added', 'Something else entirely'],
  ]);
});

test('both texts can be read from the parts, also of 4000 characters without a common word', () => {
  const words = (name: string) => Array.from({ length: 600 }, (_, place) => `${name}${place}`).join(' ');
  const pairs = [
    [words('a'), words('b')],
    [words('a'), words('a').replace('a300', 'changed')],
    ['', 'new'],
    ['one\ntwo', 'one\n\ntwo'],
  ] as const;
  for (const [from, to] of pairs) {
    const parts = textParts(from, to);
    const without = (left: string) => parts.flatMap(({ kind, text }) => (kind === left ? [] : [text])).join('');
    expect([without('added'), without('removed')]).toEqual([from, to]);
  }
});

test('long unchanged stretches around a change, and the end of long changes, are left out', () => {
  const start = 'start '.repeat(100);
  const end = ' end'.repeat(100);
  const parts = shortened(textParts(`${start}old${end}`, `${start}new${end}`));
  expect(parts.map(({ kind }) => kind)).toEqual(['left out', 'same', 'removed', 'added', 'same', 'left out']);
  expect(parts[1]?.text).toHaveLength(80);
  expect(parts.map(({ text }) => text).join('').length).toBeLessThan(200);
  const whole = shortened(textParts('old '.repeat(900), 'new '.repeat(900)));
  expect(whole.map(({ kind, text }) => [kind, text.length])).toEqual([
    ['removed', 400],
    ['left out', 3],
    ['added', 400],
    ['left out', 3],
  ]);
});
