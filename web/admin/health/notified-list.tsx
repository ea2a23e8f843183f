import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { inferRouterOutputs } from '@trpc/server';
import { channelLabels } from '../../../contract/alarms.ts';
import type { AppRouter } from '../../../server/trpc/app-router.ts';
import { formatDateTime, formatExactTime } from '../shell/time.ts';
import { OutcomeBadge } from '../telephony/outcome-badge.tsx';

/** A notification of an outage, and whether it arrived. */
type Notified = inferRouterOutputs<AppRouter>['health']['outages']['outages'][number]['notified'][number];

const aboutNames: Record<Notified['about'], string> = {
  offline: 'notified of the outage',
  online: 'notified of the end',
  reminder: 'reminded',
  held: 'notified with a summary',
};

/** Who was notified by which channel, and whether it arrived. */
export function NotifiedList({ notified }: { notified: readonly Notified[] }) {
  if (notified.length === 0)
    return (
      <Text size="sm" c="dimmed">
        Nobody was notified.
      </Text>
    );
  return (
    <Stack gap={6} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
      {notified.map((one) => (
        <li key={`${one.channel} ${one.who} ${one.messageId} ${one.about} ${one.at}`}>
          <Group gap="xs" wrap="nowrap" justify="space-between">
            <Text size="sm">
              {one.messageId === null ? (
                one.who
              ) : (
                <Anchor component={Link} to={`/admin/twilio-log/${one.messageId}`} size="sm">
                  {one.who}
                </Anchor>
              )}{' '}
              <Text span size="xs" c="dimmed" title={formatExactTime(one.at)}>
                {aboutNames[one.about]} by {one.channel === 'mail' ? 'mail' : channelLabels[one.channel]},{' '}
                {formatDateTime(one.at)}
              </Text>
            </Text>
            <OutcomeBadge outcome={one.outcome}>{outcomeWords(one)}</OutcomeBadge>
          </Group>
          {one.reason !== null && (
            <Text size="xs" c="var(--mantine-color-error)">
              {one.reason}
            </Text>
          )}
        </li>
      ))}
    </Stack>
  );
}

function outcomeWords({ channel, outcome }: Notified): string {
  if (channel === 'mail') return outcome === 'delivered' ? 'mailed' : 'waits';
  if (channel !== 'sms' && outcome === 'delivered') return 'accepted';
  if (outcome === 'delivered') return 'delivered';
  return outcome === 'failed' ? 'not delivered' : 'on the way';
}
