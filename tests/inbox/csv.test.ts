import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { subscribers } from '../../db/schema/subscribe.ts';
import { sessions, users } from '../../db/schema/users.ts';
import { downloadCookie } from '../../server/auth/request.ts';
import { createSession } from '../../server/auth/sessions.ts';
import { csvRow } from '../../server/csv.ts';
import { type Bed, makeBed } from './bed.ts';

describe('CSV rows', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['+49 30', "'+49 30"],
    ['-2', "'-2"],
    ['@SUM(A1)', "'@SUM(A1)"],
    [' \t=cmd', `"' \t=cmd"`],
    ['\t=cmd', "'\t=cmd"],
    ['\r=cmd', `"'\r=cmd"`],
    ['＝1+1', "'＝1+1"],
    ['=HYPERLINK("http://x.example","y")', `"'=HYPERLINK(""http://x.example"",""y"")"`],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    ['a=b', 'a=b'],
    ['', ''],
  ])('%j', (cell, written) => {
    expect(csvRow([cell, 'x'])).toBe(`${written},x\r\n`);
  });

  test('numbers, times and nothing are written plainly', () => {
    expect(csvRow([-5, new Date(0), null])).toBe('-5,1970-01-01T00:00:00.000Z,\r\n');
  });
});
