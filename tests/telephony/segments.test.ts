import { expect, test } from 'vitest';
import { countSegments } from '../../contract/sms-segments.ts';

test.each([
  ['', 'GSM-7', 0, 0],
  ['a'.repeat(160), 'GSM-7', 160, 1],
  ['a'.repeat(161), 'GSM-7', 161, 2],
  ['a'.repeat(306), 'GSM-7', 306, 2],
  ['a'.repeat(307), 'GSM-7', 307, 3],
  ['€'.repeat(80), 'GSM-7', 160, 1],
  // 76 characters of two septets fit into 153; the last septet stays empty.
  ['€'.repeat(153), 'GSM-7', 306, 3],
  ['ж'.repeat(70), 'UCS-2', 70, 1],
  ['ж'.repeat(71), 'UCS-2', 71, 2],
  ['👍'.repeat(35), 'UCS-2', 70, 1],
  ['👍'.repeat(67), 'UCS-2', 134, 3],
])('%# counts', (text, encoding, units, segments) => {
  expect(countSegments(text)).toEqual({ encoding, units, segments });
});
