import { Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { formatDateTime } from '../shell/time.ts';
import css from './message-screen.module.css';
import type { Story } from './message-story.ts';
import { OutcomeBadge } from './outcome-badge.tsx';

/** Who else was told of the same event, by which channel, and whether it arrived. */
export function ToldList({ story: { told, mails, outcome } }: { story: Story }) {
  if (outcome === 'received') return null;
  return (
    <section className={css.card} aria-label="Who else was told">
      <Title order={2} size="h4">
        Who else was told
      </Title>
      {told.length + mails.length === 0 && (
        <Text size="sm" c="dimmed">
          Nobody else was told of this event.
        </Text>
      )}
      <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {told.map(({ id, contact, toNumber, outcome: own, status, reason }) => (
          <li key={id}>
            <Group justify="space-between" gap="xs" wrap="nowrap">
              <Anchor component={Link} to={`/admin/twilio-log/${id}`} size="sm">
                {contact ?? toNumber}
              </Anchor>
              <OutcomeBadge outcome={own}>{status}</OutcomeBadge>
            </Group>
            <Text size="xs" c="dimmed">
              SMS to {toNumber}
            </Text>
            {reason !== null && (
              <Text size="xs" c="var(--mantine-color-error)">
                {reason}
              </Text>
            )}
          </li>
        ))}
        {mails.map(({ id, createdAt, mailedAt }) => (
          <li key={`mail-${id}`}>
            <Group justify="space-between" gap="xs" wrap="nowrap">
              <Text size="sm">The company</Text>
              <OutcomeBadge outcome={mailedAt ? 'delivered' : 'pending'}>{mailedAt ? 'mailed' : 'waits'}</OutcomeBadge>
            </Group>
            <Text size="xs" c="dimmed">
              {mailedAt
                ? `The mail server took the mail on ${formatDateTime(mailedAt)}`
                : `Mail since ${formatDateTime(createdAt)}`}
            </Text>
          </li>
        ))}
      </Stack>
    </section>
  );
}
