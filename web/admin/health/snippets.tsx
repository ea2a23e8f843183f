import { Button, Group, Text } from '@mantine/core';
import { messages } from '../../../contract/messages.ts';
import { CopyIcon } from '../shell/icons.tsx';
import { notifySuccess } from '../shell/notify.tsx';
import css from './health.module.css';
import { Heading, ScrollingText } from './task-parts.tsx';

/** Copyable commands that send pings to this server's URL. */
export function Snippets({ code }: { code: string }) {
  const url = `${location.origin}/serverhealthstatus/${code}`;
  return (
    <>
      <Heading>How to send pings</Heading>
      {snippets(url).map(({ name, text }) => (
        <div key={name}>
          <Group justify="space-between">
            <Text size="sm" fw={500}>
              {name}
            </Text>
            <Button
              size="compact-xs"
              variant="subtle"
              leftSection={<CopyIcon />}
              aria-label={`Copy the ${name} snippet`}
              onClick={() => void copy(name, text)}
            >
              Copy
            </Button>
          </Group>
          <ScrollingText className={css.snippet}>{text}</ScrollingText>
        </div>
      ))}
    </>
  );
}

function snippets(url: string) {
  return [
    { name: 'curl', text: `curl -fsS -m 10 --retry 5 -o /dev/null ${url}` },
    {
      name: 'cron',
      text: `0 * * * * curl -fsS -m 10 -o /dev/null ${url}/start; /path/to/job; curl -fsS -m 10 --retry 5 -o /dev/null ${url}/$?`,
    },
    {
      name: 'systemd timer',
      text: `# /etc/systemd/system/report-health.service
[Service]
Type=oneshot
ExecStart=/usr/bin/curl -fsS -m 10 --retry 5 -o /dev/null ${url}

# /etc/systemd/system/report-health.timer
[Timer]
OnCalendar=hourly
Persistent=true

[Install]
WantedBy=timers.target`,
    },
    { name: 'PowerShell', text: `Invoke-RestMethod -Uri ${url} -TimeoutSec 10` },
  ];
}

async function copy(name: string, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notifySuccess(messages.healthTitle, `${name} snippet copied.`);
  } catch (error) {
    // A failure is only logged, as for the health check URL (specification, section 8).
    console.error('Copying the snippet failed', error);
  }
}
