import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { inferRouterOutputs } from '@trpc/server';
import { channelLabels } from '../../../contract/alarms.ts';
import type { AppRouter } from '../../../server/trpc/app-router.ts';
import { formatDateTime, formatExactTime, formatLength, type Instant } from '../shell/time.ts';
import { OutcomeBadge } from '../telephony/outcome-badge.tsx';
import css from './outage-list.module.css';
import { outageText } from './status.tsx';

type Outage = inferRouterOutputs<AppRouter>['health']['told']['outages'][number];

const aboutNames: Record<Outage['told'][number]['about'], string> = {
  offline: 'notified of the outage',
  online: 'notified of the end',
  reminder: 'reminded',
  held: 'notified with a summary',
};

/** The outages of the last 90 days, the newest first: length, cause, and who was notified by which channel. */
export function OutageList({ outages, now }: { outages: readonly Outage[]; now: Instant }) {
  if (outages.length === 0)
    return (
      <Text size="sm" c="dimmed">
        No outage in the last 90 days.
      </Text>
    );
  return (
    <ol className={css.outages}>
      {outages.map((outage) => (
        <li key={String(outage.at)} className={css.outage} data-open={outage.until === null || undefined}>
          <Group gap="xs" justify="space-between">
            <Text size="sm" fw={600}>
              {outage.until === null ? 'Offline' : 'Was offline'} for{' '}
              {formatLength(Number(new Date(outage.until ?? now)) - Number(new Date(outage.at)))}
            </Text>
            <Text size="xs" c="dimmed" title={formatExactTime(outage.at)}>
              since {formatDateTime(outage.at)}
              {outage.until !== null && ` until ${formatDateTime(outage.until)}`}
            </Text>
          </Group>
          {outage.cause !== null && <Text size="sm">{outageText(outage)}</Text>}
          <Told told={outage.told} />
        </li>
      ))}
    </ol>
  );
}

function Told({ told }: Pick<Outage, 'told'>) {
  if (told.length === 0)
    return (
      <Text size="sm" c="dimmed">
        Nobody was notified.
      </Text>
    );
  return (
    <Stack gap={6} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
      {told.map((one) => (
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

function outcomeWords({ channel, outcome }: Outage['told'][number]): string {
  if (channel === 'mail') return outcome === 'delivered' ? 'mailed' : 'waits';
  if (channel !== 'sms' && outcome === 'delivered') return 'accepted';
  if (outcome === 'delivered') return 'delivered';
  return outcome === 'failed' ? 'not delivered' : 'on the way';
}
