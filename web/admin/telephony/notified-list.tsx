import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { SectionCard } from '../shell/section-card.tsx';
import { formatDateTime } from '../shell/time.ts';
import type { Story } from './message-story.ts';
import { OutcomeBadge } from './outcome-badge.tsx';

/** Who else was notified of the same event, by which channel, and whether it arrived. */
export function NotifiedList({ story: { notified, mails, outcome } }: { story: Story }) {
  if (outcome === 'received') return null;
  return (
    <SectionCard title="Who else was notified">
      {notified.length + mails.length === 0 && (
        <Text size="sm" c="dimmed">
          Nobody else was notified of this event.
        </Text>
      )}
      <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {notified.map(({ id, contact, toNumber, outcome: own, status, reason }) => (
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
    </SectionCard>
  );
}
