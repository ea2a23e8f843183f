import { expect, test } from 'vitest';
import { pingSnippets } from '../../web/admin/health/ping-snippets.ts';

const url = 'https://harbour.example/serverhealthstatus/code-of-a-server-1';

/** The snippets by name. */
function snippets(
  interval: Parameters<typeof pingSnippets>[1],
  schedule: Parameters<typeof pingSnippets>[2] = { kind: 'interval' },
) {
  return new Map(pingSnippets(url, interval, schedule).map(({ name, text }) => [name, text]));
}

test.each([
  ['15-minutes', '*/15 * * * * curl ', '*:0/15', '/SC MINUTE /MO 15 '],
  ['30-minutes', '*/30 * * * * curl ', '*:0/30', '/SC MINUTE /MO 30 '],
  ['hour', '0 * * * * curl ', 'hourly', '/SC HOURLY '],
  ['day', '0 4 * * * curl ', '*-*-* 04:00', '/SC DAILY /ST 04:00 '],
  ['week', '0 4 * * 1 curl ', 'Mon *-*-* 04:00', '/SC WEEKLY /D MON /ST 04:00 '],
  ['month', '0 4 1 * * curl ', '*-*-01 04:00', '/SC MONTHLY /D 1 /ST 04:00 '],
] as const)('snippets of a server with the interval %s ping at that interval', (interval, cron, calendar, task) => {
  const texts = snippets(interval);
  expect([...texts.keys()]).toEqual(['curl', 'PowerShell', 'cron', 'systemd timer', 'Windows task']);
  expect(texts.get('cron')?.startsWith(cron)).toBe(true);
  expect(texts.get('cron')).toContain(`${url}/start; `);
  // In a crontab a percent sign ends the command.
  expect(texts.get('cron')).not.toContain('%');
  expect(texts.get('systemd timer')).toContain(`\nOnCalendar=${calendar}\n`);
  expect(texts.get('Windows task')).toContain(task);
  // Windows accepts at most 261 characters after /TR.
  expect(texts.get('Windows task')?.split('/TR ')[1]?.length).toBeLessThan(200);
  for (const text of texts.values()) expect(text).toContain(url);
});

test('snippets of a server without an interval name no schedule', () => {
  expect([...snippets('none').keys()]).toEqual(['curl', 'PowerShell']);
});

test('snippets of a server with minutes of its own name only schedulers that can keep them', () => {
  const own = (minutes: number) => snippets('none', { kind: 'period', seconds: minutes * 60 });
  expect(own(20).get('cron')?.startsWith('*/20 * * * * curl ')).toBe(true);
  expect(own(120).get('cron')?.startsWith('0 */2 * * * curl ')).toBe(true);
  expect(own(20).get('systemd timer')).toContain('\nOnUnitActiveSec=1200s\n');
  expect(own(20).get('Windows task')).toContain('/SC MINUTE /MO 20 ');
  // Steps of seven minutes would begin anew each hour.
  expect([...own(7).keys()]).toEqual(['curl', 'PowerShell', 'systemd timer', 'Windows task']);
  expect([...own(1.5).keys()]).toEqual(['curl', 'PowerShell', 'systemd timer']);
  expect([...own(2000).keys()]).toEqual(['curl', 'PowerShell', 'systemd timer']);
});

test('the snippet of a server with a cron expression is that expression in its zone', () => {
  const texts = snippets('hour', { kind: 'cron', expression: '30 2 * * 1-5', timeZone: 'Europe/Berlin' });
  expect([...texts.keys()]).toEqual(['curl', 'PowerShell', 'cron']);
  expect(texts.get('cron')?.startsWith('CRON_TZ=Europe/Berlin\n30 2 * * 1-5 curl ')).toBe(true);
});
