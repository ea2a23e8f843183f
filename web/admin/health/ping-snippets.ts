import type { CheckInterval } from '../../../contract/clients.ts';

/** A copyable command. */
export interface Snippet {
  name: string;
  text: string;
}

/** One interval as schedulers write it: crontab, systemd's OnCalendar, and schtasks of Windows. */
interface Schedule {
  cron: string;
  calendar: string;
  task: string;
}

// Days, weeks and months begin at 04:00: between 01:00 and 03:00 a time may be skipped when the clocks change.
const schedules: Record<Exclude<CheckInterval, 'none'>, Schedule> = {
  '15-minutes': { cron: '*/15 * * * *', calendar: '*:0/15', task: '/SC MINUTE /MO 15' },
  '30-minutes': { cron: '*/30 * * * *', calendar: '*:0/30', task: '/SC MINUTE /MO 30' },
  hour: { cron: '0 * * * *', calendar: 'hourly', task: '/SC HOURLY' },
  day: { cron: '0 4 * * *', calendar: '*-*-* 04:00', task: '/SC DAILY /ST 04:00' },
  week: { cron: '0 4 * * 1', calendar: 'Mon *-*-* 04:00', task: '/SC WEEKLY /D MON /ST 04:00' },
  month: { cron: '0 4 1 * *', calendar: '*-*-01 04:00', task: '/SC MONTHLY /D 1 /ST 04:00' },
};

const curl = 'curl -fsS -m 10 -o /dev/null';
const curlWithRetries = 'curl -fsS -m 10 --retry 5 -o /dev/null';

/** Commands that ping this URL at the server's interval; without an interval, commands that send one ping. */
export function pingSnippets(url: string, interval: CheckInterval): Snippet[] {
  const single = [
    { name: 'curl', text: `${curlWithRetries} ${url}` },
    { name: 'PowerShell', text: `Invoke-RestMethod -Uri ${url} -TimeoutSec 10` },
  ];
  return interval === 'none' ? single : [...single, ...scheduled(url, schedules[interval])];
}

function scheduled(url: string, { cron, calendar, task }: Schedule): Snippet[] {
  return [
    {
      name: 'cron',
      // The end of the output becomes a part of the alarm. The product stores 10 kB of a body.
      text: `${cron} ${curl} ${url}/start; m=$(/path/to/job 2>&1); s=$?; echo "$m" | tail -c 9000 | ${curlWithRetries} --data-binary @- ${url}/$s`,
    },
    {
      name: 'systemd timer',
      text: `# /etc/systemd/system/report-health.service
[Service]
Type=oneshot
ExecStart=/usr/bin/${curlWithRetries} ${url}

# /etc/systemd/system/report-health.timer
[Timer]
OnCalendar=${calendar}
Persistent=true

[Install]
WantedBy=timers.target`,
    },
    {
      name: 'Windows task',
      text: `schtasks /Create /TN "Health ping" ${task} /TR "powershell -NoProfile -Command Invoke-RestMethod -Uri '${url}' -TimeoutSec 10"`,
    },
  ];
}
