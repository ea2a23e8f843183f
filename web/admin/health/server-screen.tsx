import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { Link, Navigate, useParams } from '@tanstack/react-router';
import { rowId } from '../../../contract/fields.ts';
import { userMay } from '../accounts/store.ts';
import { trpc } from '../api/client.ts';
import { ServerIncident, ServerPolicy } from '../incidents/server-incident.tsx';
import { BackIcon } from '../shell/icons.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { Screen } from '../shell/screen.tsx';
import { SectionCard, TwoColumns } from '../shell/section-card.tsx';
import { ResponseTimes } from './checks/response-times.tsx';
import { ServerChecks } from './checks/server-checks.tsx';
import { DayBar } from './day-bar.tsx';
import { Durations } from './durations.tsx';
import { useServerPolling, useWatchedServers } from './live.ts';
import { OutageList } from './outage-list.tsx';
import { Pings } from './pings.tsx';
import { RecipientList } from './recipient-list.tsx';
import { ServerState } from './server-state.tsx';
import { Settings } from './settings.tsx';
import { DeploymentSnippet, PingSnippets } from './snippets.tsx';
import type { TaskDetail } from './task-parts.tsx';

/** One server: its state, its outages and who was notified, its runs, who would be notified now, and the settings for Admins. */
export function ServerScreen() {
  const { id: text } = useParams({ strict: false });
  const { data: id } = rowId.safeParse(text);
  return id === undefined ? <Navigate to="/admin/schedule-tasks" replace /> : <ServerById id={id} />;
}

function ServerById({ id }: { id: number }) {
  const query = trpc.health.detail.useQuery({ id }, { ...useServerPolling(), retry: false });
  useWatchedServers([id]);
  return (
    <Screen
      title={query.data?.name ?? 'Server'}
      actions={
        <Button component={Link} to="/admin/schedule-tasks" variant="default" leftSection={<BackIcon />}>
          Schedule Tasks
        </Button>
      }
    >
      <Loaded query={query} what="server" waiting={<Skeleton h={300} />}>
        {(task) => <Server key={task.id} task={task} />}
      </Loaded>
    </Screen>
  );
}

function Server({ task }: { task: TaskDetail }) {
  const isAdmin = userMay('health:write');
  const mayReadIncidents = userMay('health:read');
  const notified = trpc.health.outages.useQuery({ id: task.id }, useServerPolling());
  const isNew = task.lastPingAt === null;
  const howTo = isAdmin && (
    <SectionCard title="How to send pings">
      <PingSnippets task={task} />
    </SectionCard>
  );
  return (
    <TwoColumns
      main={
        <>
          {mayReadIncidents && <ServerIncident clientId={task.id} />}
          <ServerState task={task} />
          {isNew && howTo}
          {(isAdmin || task.checks.length > 0) && (
            <SectionCard title="Checks">
              <ServerChecks task={task} />
            </SectionCard>
          )}
          {task.checks.some(({ checkedAt }) => checkedAt !== null) && (
            <SectionCard title="Response times">
              <ResponseTimes checks={task.checks} />
            </SectionCard>
          )}
          <SectionCard title="Outages">
            <Loaded query={notified} what="outages" waiting={<Skeleton h={120} />}>
              {({ outages }) => <OutageList outages={outages} now={task.now} />}
            </Loaded>
          </SectionCard>
          <SectionCard title="Latest pings">
            <Durations pings={task.pings} />
            <Pings pings={task.pings} />
          </SectionCard>
          {!isNew && howTo}
          {isAdmin && (
            <SectionCard title="Deployments">
              <DeploymentSnippet task={task} />
            </SectionCard>
          )}
        </>
      }
      side={
        <>
          <SectionCard title="Last 90 days">
            <DayBar days={task.days} />
            <Uptime task={task} />
          </SectionCard>
          <SectionCard title="Who would be notified now">
            {mayReadIncidents && <ServerPolicy clientId={task.id} />}
            <Loaded query={notified} what="list of recipients" waiting={<Skeleton h={80} />}>
              {({ recipients }) => <RecipientList id={task.id} recipients={recipients} />}
            </Loaded>
          </SectionCard>
          {isAdmin && (
            <SectionCard title="Settings">
              <Settings task={task} />
            </SectionCard>
          )}
        </>
      }
    />
  );
}

function Uptime({ task }: { task: TaskDetail }) {
  return (
    <Stack gap="xl" style={{ flexDirection: 'row' }}>
      {task.uptime.map(({ days, share }) => (
        <div key={days}>
          <Text size="xs" c="dimmed">
            {days} days
          </Text>
          <Text fw={600}>{percent(share)}</Text>
        </div>
      ))}
    </Stack>
  );
}

/** Share of time online in percent, rounded down: 100 % only without an outage; a dash for null. */
function percent(share: number | null): string {
  if (share === null) return '–';
  return `${(Math.floor(share * 10_000) / 100).toFixed(share === 1 ? 0 : 2)} %`;
}
