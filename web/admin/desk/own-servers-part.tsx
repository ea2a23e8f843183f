import { Anchor, Skeleton, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { trpc } from '../api/client.ts';
import { showsFailures } from '../api/query-client.ts';
import { StatusIcon, statusLabels } from '../health/status.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { formatClock, formatDateTime, formatExactTime, formatRelative, type Instant } from '../shell/time.ts';
import type { OwnServer } from './answers.ts';
import css from './desk.module.css';
import { causeWords } from './notified-words.ts';
import own from './overview.module.css';
import { Part } from './part.tsx';

/** Polling interval of the open screen, in ms. */
const pollInterval = 30_000;

/** Whether the client's servers are well, and since when. */
export function OwnServersPart() {
  const query = trpc.desk.ownServers.useQuery(undefined, { refetchInterval: pollInterval, meta: showsFailures });
  const { data, isRefetchError } = query;
  const checked = data && (
    <Text size="xs" c="dimmed" component="span" title={formatExactTime(data.checkedAt)}>
      {isRefetchError ? 'The last check failed. This is the state of ' : 'Checked at '}
      {formatClock(data.checkedAt)}
    </Text>
  );
  return (
    <Part title="My servers" note={checked}>
      <Loaded query={query} what="part" waiting={<Skeleton h={120} />}>
        {({ servers, checkedAt }) => (
          <>
            <Verdict servers={servers} />
            {servers.length > 0 && (
              <ul className={css.items} aria-label="My servers">
                {servers.map((server) => (
                  <Server key={server.id} server={server} now={checkedAt} />
                ))}
              </ul>
            )}
          </>
        )}
      </Loaded>
    </Part>
  );
}

/** The answer in one line. */
function Verdict({ servers }: { servers: readonly OwnServer[] }) {
  const offline = servers.filter(({ status }) => status === 'offline').length;
  const Icon = offline > 0 ? IconAlertTriangle : servers.length === 0 ? IconInfoCircle : IconCircleCheck;
  return (
    <div className={`${css.well} ${own.verdict}`} data-bad={offline > 0 || undefined}>
      <Icon size={28} stroke={1.6} aria-hidden="true" />
      <Text fw={600}>{verdictOf(servers, offline)}</Text>
    </div>
  );
}

function verdictOf(servers: readonly OwnServer[], offline: number): string {
  const { length: all } = servers;
  if (all === 0) return 'No server is linked to your account yet.';
  if (offline > 0)
    return all === 1
      ? 'Your server is offline'
      : `${offline} of ${all} servers ${offline === 1 ? 'is' : 'are'} offline`;
  const online = servers.filter(({ status }) => status === 'online').length;
  if (online < all) return `No server is offline, ${online} of ${all} ${online === 1 ? 'is' : 'are'} online`;
  return all === 1 ? 'Your server is well' : `All ${all} servers are well`;
}

function Server({ server, now }: { server: OwnServer; now: Instant }) {
  const { name, status, since, lastSignAt, maintenanceUntil } = server;
  const cause = status === 'offline' ? causeWords(server) : '';
  const state = `${statusLabels[status]} since ${formatDateTime(since)}`;
  return (
    <li className={own.row}>
      <StatusIcon status={status} />
      <div className={css.words}>
        <Anchor href={`#/admin/schedule-tasks/${server.id}`} size="sm" fw={600} className={own.name}>
          {name}
        </Anchor>
        <Text size="sm">
          {status === 'new' ? 'Has not sent a ping yet' : [state, cause].filter(Boolean).join(': ')}
        </Text>
        {maintenanceUntil !== null && <Text size="sm">In maintenance until {formatDateTime(maintenanceUntil)}</Text>}
        {status === 'online' && lastSignAt !== null && (
          <Text size="xs" c="dimmed">
            Last ping {formatRelative(lastSignAt, now)}
          </Text>
        )}
      </div>
    </li>
  );
}
