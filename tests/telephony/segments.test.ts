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

// The cases of the provider's own calculator (sms-segments-calculator), with their counts.
test.each([
  ['a greeting', 'Hello World', 'GSM-7', 11, 1],
  [
    'every sign of the basic alphabet',
    '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./:;<=>?¡ÄÖÑÜ§¿äöñüà',
    'GSM-7',
    65,
    1,
  ],
  ['every sign of the extension table, two septets each', '|^€{}[~]\\\f', 'GSM-7', 20, 1],
  [
    'an extended sign at the end of the first of two segments moves whole',
    `${'a'.repeat(152)}€${'a'.repeat(10)}`,
    'GSM-7',
    164,
    2,
  ],
  ['extended signs that push a text over one segment', `${'a'.repeat(159)}€`, 'GSM-7', 161, 2],
  ['a line feed and a carriage return are a septet each', 'two\r\nlines', 'GSM-7', 10, 1],
  ['a grave accent alone is not in the alphabet', '`', 'UCS-2', 1, 1],
  ['a curly apostrophe makes the whole text UCS-2', 'It’s late', 'UCS-2', 9, 1],
  ['a small c with a cedilla is not in the alphabet, the capital is', 'ç', 'UCS-2', 1, 1],
  ['an extended sign counts once in UCS-2', '€’', 'UCS-2', 2, 1],
  ['an emoji is two units', '👋', 'UCS-2', 2, 1],
  ['a flag is four units', '🇩🇪', 'UCS-2', 4, 1],
  ['a family is eleven units', '👨‍👩‍👧‍👦', 'UCS-2', 11, 1],
  ['a combining accent is a unit', 'e\u0301', 'UCS-2', 2, 1],
  [
    'an emoji at the end of the first of two segments moves whole',
    `${'ж'.repeat(66)}👋${'ж'.repeat(4)}`,
    'UCS-2',
    72,
    2,
  ],
  ['a long text with one emoji', `${'a'.repeat(140)}👋`, 'UCS-2', 142, 3],
])('as the provider counts: %s', (_name, text, encoding, units, segments) => {
  expect(countSegments(text)).toEqual({ encoding, units, segments });
});
