import { describe, expect, test } from 'vitest';
import { atLeast, atMost, isMet, type Row, table, updatedTable } from './report.ts';

const rows: Row[] = [
  {
    what: 'GET / br',
    figure: 21_340.6,
    floor: 24_000,
    unit: '/s',
    ratio: 0.8892,
    p99: 3.456,
    target: atLeast(0.85, 'ratio'),
  },
  { what: 'start', figure: 1.234, unit: 's', target: atMost(1) },
  { what: 'a | b', figure: 7 },
];

describe('the table of the benches', () => {
  test('shows figures with their unit, the target and the result, as aligned Markdown', () => {
    expect(table(rows)).toBe(
      [
        '| what     | rate or figure |     floor | ratio | p99, ms | target       | result |',
        '|----------|---------------:|----------:|------:|--------:|--------------|--------|',
        '| GET / br |      21,341 /s | 24,000 /s | 0.889 |    3.46 | ratio ≥ 0.85 | pass   |',
        '| start    |         1.23 s |           |       |         | ≤ 1 s        | FAIL   |',
        '| a / b    |              7 |           |       |         |              |        |',
      ].join('\n'),
    );
  });

  test('replaces the lines of an older table that were measured again, whatever the remark', () => {
    const older = table([
      { what: 'slowest page (a receiver)', figure: 9 },
      { what: 'start', figure: 2 },
    ]);
    const measured = [
      { what: 'slowest page (an account)', figure: 7 },
      { what: 'fastest page', figure: 1 },
    ];
    expect(updatedTable(older, measured)).toBe(table([...measured, { what: 'start', figure: 2 }]));
  });

  test('takes a value that could not be measured as missed', () => {
    expect(isMet({ what: 'ratio', ratio: Number.NaN, target: atLeast(0.5, 'ratio') })).toBe(false);
    expect(isMet({ what: 'ratio', target: atLeast(0.5, 'ratio') })).toBe(false);
  });
});
