import { type CheckInterval, checkIntervalLabels } from '../../../contract/clients.ts';
import type { HealthSchedule } from '../../../contract/health-schedule.ts';
import { formatInterval } from '../shell/time.ts';

/** A server's schedule in words: the label of its client's interval, unless the server has a schedule of its own. */
export function scheduleText({ interval, schedule }: { interval: CheckInterval; schedule: HealthSchedule }): string {
  if (schedule.kind === 'cron') return `${schedule.expression} (${schedule.timeZone})`;
  if (schedule.kind === 'interval') return checkIntervalLabels[interval];
  const text = formatInterval(schedule.seconds);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
