import { expect, test } from 'vitest';
import { pingSnippets } from '../../web/admin/health/ping-snippets.ts';

const url = 'https://harbour.example/serverhealthstatus/code-of-a-server-1';

/** The snippets by name. */
function snippets(interval: Parameters<typeof pingSnippets>[1]) {
  return new Map(pingSnippets(url, interval).map(({ name, text }) => [name, text]));
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
