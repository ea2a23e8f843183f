import { Button, Group, Text } from '@mantine/core';
import type { CheckInterval } from '../../../contract/clients.ts';
import type { HealthSchedule } from '../../../contract/health-schedule.ts';
import { messages } from '../../../contract/messages.ts';
import { CopyIcon } from '../shell/icons.tsx';
import { notifySuccess } from '../shell/notify.ts';
import css from './health.module.css';
import { pingSnippets } from './ping-snippets.ts';
import { ScrollingText } from './task-parts.tsx';

interface Props {
  code: string;
  interval: CheckInterval;
  schedule: HealthSchedule;
}

/** Copyable commands that send pings to this server's URL at its schedule. */
export function Snippets({ code, interval, schedule }: Props) {
  const url = `${location.origin}/serverhealthstatus/${code}`;
  return (
    <>
      {interval === 'none' && schedule.kind === 'interval' && (
        <Text size="sm">
          No check interval is set: pings are stored, but silence raises no alarm. Choose a schedule in the settings, or
          set the Check Interval in Client Detail.
        </Text>
      )}
      {pingSnippets(url, interval, schedule).map(({ name, text }) => (
        <div key={name}>
          <Group justify="space-between">
            <Text size="sm" fw={500}>
              {name}
            </Text>
            <Button
              size="compact-sm"
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

async function copy(name: string, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notifySuccess(messages.healthTitle, `${name} snippet copied.`);
  } catch (error) {
    // A failure is only logged, as for the health check URL (specification, section 8).
    console.error('Copying the snippet failed', error);
  }
}
