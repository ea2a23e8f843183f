import { describe, expect, test } from 'vitest';
import { shorten, splitText } from '../../core/telephony/split-text.ts';

const family = '👨‍👩‍👧';

describe('a text is split', () => {
  test.each([
    ['a short one', 'abc', 10, ['abc']],
    ['one that just fits', 'a'.repeat(10), 10, ['a'.repeat(10)]],
    ['one that fits without the spaces around', `  ${'a'.repeat(10)} `, 10, ['a'.repeat(10)]],
    ['without spaces, at the size', 'a'.repeat(25), 10, ['a'.repeat(10), 'a'.repeat(10), 'a'.repeat(5)]],
    ['at the last space', 'aaaa bbbb cccc', 10, ['aaaa bbbb', 'cccc']],
    ['at a space just after the size', 'aaaaa bbbb cccc', 10, ['aaaaa bbbb', 'cccc']],
    ['at a space in the last fifth', 'aaaaaaaaa bbbbbbb', 10, ['aaaaaaaaa', 'bbbbbbb']],
    ['within a word if the space is earlier', 'aaaaaaaa bbbbbbb', 10, ['aaaaaaaa b', 'bbbbbb']],
    ['without spaces at a cut', 'aaaaaaaaa    bbb', 10, ['aaaaaaaaa', 'bbb']],
    ['before a character that would be cut', `aaaaaa${family}`, 10, ['aaaaaa', family]],
    ['within a character that is longer than a part', family, 5, ['👨‍👩', '‍👧']],
    ['within such a character between its code points', family, 4, ['👨‍', '👩‍', '👧']],
  ])('%s', (_name, text, size, parts) => {
    expect(splitText(text, size)).toEqual(parts);
  });
});

describe('a text is shortened', () => {
  test.each([
    ['not if it fits', 'a'.repeat(10), 10, 'a'.repeat(10)],
    ['not if it fits without the spaces around', ` ${'a'.repeat(10)} `, 10, 'a'.repeat(10)],
    ['to the size with an ellipsis', 'a'.repeat(11), 10, `${'a'.repeat(9)}…`],
    ['before a character that would be cut', `aaaaa${family}`, 10, 'aaaaa…'],
  ])('%s', (_name, text, size, short) => {
    expect(shorten(text, size)).toBe(short);
  });
});
