import { Alert, Text } from '@mantine/core';
import { trpc } from '../api/client.ts';
import type { Account } from './account-columns.tsx';

type Today = Account['today'];
type Usage = Today['test'];

/** An account is named once it has used this share of a limit; the company is notified at the same point. */
const noticeShare = 0.8;

const amount = ({ used, limit }: Usage, noun: string) =>
  `${used.toLocaleString()} of ${limit.toLocaleString()} ${noun} used today`;

/** What an account has used of its daily limits. */
export function TodayUsage({ today: { test, relay } }: { today: Today }) {
  return (
    <Text size="sm" c="dimmed">
      {amount(test, 'test messages')}, {amount(relay, 'relayed messages')} (UTC).
    </Text>
  );
}

/** Names the accounts that have used most of a daily limit. */
export function LimitsHint() {
  const { data = [] } = trpc.telephony.clients.list.useQuery({});
  const isNearlyUsed = ({ used, limit }: Usage) => used > 0 && used >= limit * noticeShare;
  const lines = data.flatMap(({ id, projectName, today: { test, relay } }) => [
    ...(isNearlyUsed(test) ? [{ key: `${id}-test`, text: `${projectName}: ${amount(test, 'test messages')}` }] : []),
    ...(isNearlyUsed(relay)
      ? [{ key: `${id}-relay`, text: `${projectName}: ${amount(relay, 'relayed messages')}` }]
      : []),
  ]);
  if (lines.length === 0) return null;
  return (
    <Alert color="ink" title="Daily limits are nearly used up">
      {lines.map(({ key, text }) => (
        <Text key={key} size="sm">
          {text}
        </Text>
      ))}
    </Alert>
  );
}
