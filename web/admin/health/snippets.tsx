import { Anchor, Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { messages } from '../../../contract/messages.ts';
import { CopyIcon } from '../shell/icons.tsx';
import { notifySuccess } from '../shell/notify.ts';
import css from './health.module.css';
import { deploymentSnippet, pingSnippets, type Snippet } from './ping-snippets.ts';
import { ScrollingText, type TaskDetail } from './task-parts.tsx';

interface Props {
  task: TaskDetail;
}

/** Copyable commands that send pings to this server's URL at its schedule. */
export function PingSnippets({ task: { code, interval, schedule } }: Props) {
  const url = `${location.origin}/serverhealthstatus/${code}`;
  return (
    <>
      {interval === 'none' && schedule.kind === 'interval' && (
        <Text size="sm">
          No check interval is set: pings are stored, but silence raises no alarm. Choose a schedule in the settings, or
          set the Check Interval in Client Detail.
        </Text>
      )}
      {pingSnippets(url, interval, schedule).map((snippet) => (
        <CopyableSnippet key={snippet.name} {...snippet} />
      ))}
    </>
  );
}

/** A copyable command that holds a server's alarms back while a new version is deployed. */
export function DeploymentSnippet({ task: { id } }: Props) {
  return (
    <>
      <Text size="sm">
        Restarts raise no alarms between the two calls. An outage that is still there when they end is announced then.{' '}
        <code>TOKEN</code> is an API token that may configure server monitoring (
        <Anchor component={Link} to="/admin/account" inherit underline="always">
          API tokens
        </Anchor>
        ).
      </Text>
      <CopyableSnippet {...deploymentSnippet(location.origin, id)} />
    </>
  );
}

function CopyableSnippet({ name, text }: Snippet) {
  return (
    <div>
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
