import type { CheckInterval } from '../../../contract/clients.ts';
import type { HealthSchedule } from '../../../contract/health-schedule.ts';

/** A copyable command. */
export interface Snippet {
  name: string;
  text: string;
}

/** A schedule as schedulers write it: crontab, systemd's timers, and schtasks of Windows; null where one cannot express the schedule. */
interface Written {
  cron: string | null;
  timer: string | null;
  task: string | null;
}

// Days, weeks and months begin at 04:00: between 01:00 and 03:00 a time may be skipped when the clocks change.
const intervals: Record<Exclude<CheckInterval, 'none'>, Written> = {
  '15-minutes': { cron: '*/15 * * * *', timer: 'OnCalendar=*:0/15', task: '/SC MINUTE /MO 15' },
  '30-minutes': { cron: '*/30 * * * *', timer: 'OnCalendar=*:0/30', task: '/SC MINUTE /MO 30' },
  hour: { cron: '0 * * * *', timer: 'OnCalendar=hourly', task: '/SC HOURLY' },
  day: { cron: '0 4 * * *', timer: 'OnCalendar=*-*-* 04:00', task: '/SC DAILY /ST 04:00' },
  week: { cron: '0 4 * * 1', timer: 'OnCalendar=Mon *-*-* 04:00', task: '/SC WEEKLY /D MON /ST 04:00' },
  month: { cron: '0 4 1 * *', timer: 'OnCalendar=*-*-01 04:00', task: '/SC MONTHLY /D 1 /ST 04:00' },
};

const curl = 'curl -fsS -m 10 -o /dev/null';
const curlWithRetries = 'curl -fsS -m 10 --retry 5 -o /dev/null';

/** Commands that ping this URL at the server's schedule; without a schedule, commands that send one ping. */
export function pingSnippets(url: string, interval: CheckInterval, schedule: HealthSchedule): Snippet[] {
  const single = [
    { name: 'curl', text: `${curlWithRetries} ${url}` },
    { name: 'PowerShell', text: `Invoke-RestMethod -Uri ${url} -TimeoutSec 10` },
  ];
  const written = write(interval, schedule);
  return written === null ? single : [...single, ...scheduled(url, written)];
}

/** Commands that hold a server's alarms back while a new version is deployed; they need an API token in `TOKEN`. */
export function deploymentSnippet(origin: string, id: number): Snippet {
  const hold = (minutes: number) =>
    `${curlWithRetries} -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{"MonitorID": ${id}, "Minutes": ${minutes}}' ${origin}/api/health/monitors/snooze`;
  return {
    name: 'Around a deployment',
    text: `# Before: no alarms for half an hour\n${hold(30)}\n# After: alarms again\n${hold(0)}`,
  };
}

function write(interval: CheckInterval, schedule: HealthSchedule): Written | null {
  if (schedule.kind === 'period') return every(schedule.seconds);
  if (schedule.kind === 'cron') {
    const { expression, timeZone } = schedule;
    return { cron: `CRON_TZ=${timeZone}\n${expression}`, timer: null, task: null };
  }
  return interval === 'none' ? null : intervals[interval];
}

function every(seconds: number): Written {
  const timer = `OnBootSec=1min\nOnUnitActiveSec=${seconds}s`;
  const minutes = seconds / 60;
  if (!Number.isInteger(minutes)) return { cron: null, timer, task: null };
  // A crontab's steps begin anew each hour and each day, so only divisors of these are regular.
  const cron =
    minutes < 60 && 60 % minutes === 0
      ? `*/${minutes} * * * *`
      : minutes % 60 === 0 && minutes < 1440 && 1440 % minutes === 0
        ? `0 */${minutes / 60} * * *`
        : null;
  return { cron, timer, task: minutes < 1440 ? `/SC MINUTE /MO ${minutes}` : null };
}

function scheduled(url: string, { cron, timer, task }: Written): Snippet[] {
  return [
    cron !== null && {
      name: 'cron',
      // The end of the output becomes a part of the alarm. The product stores 10 kB of a body.
      text: `${cron} ${curl} ${url}/start; m=$(/path/to/job 2>&1); s=$?; echo "$m" | tail -c 9000 | ${curlWithRetries} --data-binary @- ${url}/$s`,
    },
    timer !== null && {
      name: 'systemd timer',
      text: `# /etc/systemd/system/report-health.service
[Service]
Type=oneshot
ExecStart=/usr/bin/${curlWithRetries} ${url}

# /etc/systemd/system/report-health.timer
[Timer]
${timer}
Persistent=true

[Install]
WantedBy=timers.target`,
    },
    task !== null && {
      name: 'Windows task',
      text: `schtasks /Create /TN "Health ping" ${task} /TR "powershell -NoProfile -Command Invoke-RestMethod -Uri '${url}' -TimeoutSec 10"`,
    },
  ].filter((snippet) => snippet !== false);
}
