import { Anchor, Button, Group, Menu, Skeleton, Stack, Text } from '@mantine/core';
import { Link, Navigate, useParams } from '@tanstack/react-router';
import { rowId } from '../../../contract/fields.ts';
import { userMay } from '../accounts/store.ts';
import { trpc } from '../api/client.ts';
import { useServerPolling } from '../health/live.ts';
import { NotifiedList } from '../health/notified-list.tsx';
import { BackIcon } from '../shell/icons.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { Screen } from '../shell/screen.tsx';
import { SectionCard, TwoColumns } from '../shell/section-card.tsx';
import { formatDateTime, formatExactTime, formatLength } from '../shell/time.ts';
import type { IncidentDetail } from './answers.ts';
import { DrillAnswers } from './drill-answers.tsx';
import css from './incidents.module.css';
import { NoteForm } from './note-form.tsx';
import { stateOf } from './state.ts';
import { StateLine } from './state-line.tsx';
import { Timeline } from './timeline.tsx';
import { useIncidentActions } from './use-incident-actions.ts';

/** One incident: its state, its timeline, the notifications, and the buttons of an operator. */
export function IncidentScreen() {
  const { id: text } = useParams({ strict: false });
  const { data: id } = rowId.safeParse(text);
  return id === undefined ? <Navigate to="/admin/incidents" replace /> : <IncidentById id={id} />;
}

function IncidentById({ id }: { id: number }) {
  const query = trpc.alarms.incidents.detail.useQuery({ id }, { ...useServerPolling(), retry: false });
  return (
    <Screen
      title={`Incident ${id}`}
      actions={
        <Button component={Link} to="/admin/incidents" variant="default" leftSection={<BackIcon />}>
          Incidents
        </Button>
      }
    >
      <Loaded query={query} what="incident" waiting={<Skeleton h={300} />}>
        {(incident) => <Incident key={incident.id} incident={incident} />}
      </Loaded>
    </Screen>
  );
}

function Incident({ incident }: { incident: IncidentDetail }) {
  const mayWrite = userMay('health:write');
  const { title, policy, openedAt, resolvedAt, now, kind } = incident;
  const length = formatLength(Number(new Date(resolvedAt ?? now)) - Number(new Date(openedAt)));
  return (
    <TwoColumns
      main={
        <>
          <Stack gap="sm">
            <Text fw={600} size="lg" style={{ overflowWrap: 'anywhere' }}>
              {title}
            </Text>
            <Group gap="md">
              <Text size="sm">
                <StateLine incident={incident} now={now} />
              </Text>
              <Text size="sm" c="dimmed" title={formatExactTime(openedAt)}>
                {resolvedAt === null ? `for ${length}` : `after ${length}`}, {policy ?? 'everyone at once'}
              </Text>
            </Group>
            {mayWrite && kind === 'outage' && <Actions incident={incident} />}
          </Stack>
          <SectionCard title="Timeline">
            <Timeline incident={incident} />
            {mayWrite && <NoteForm id={incident.id} />}
          </SectionCard>
        </>
      }
      side={
        <>
          {kind === 'drill' ? (
            <SectionCard title="Who answered">
              <DrillAnswers notices={incident.notices} />
            </SectionCard>
          ) : (
            <SectionCard title="Servers">
              <Servers servers={incident.servers} />
            </SectionCard>
          )}
          <SectionCard title="Who was notified">
            <NotifiedList notified={incident.notified} />
          </SectionCard>
          {kind === 'outage' && (
            <SectionCard title="On the status page">
              <OnStatusPage incidents={incident.onStatusPage} />
            </SectionCard>
          )}
        </>
      }
    />
  );
}

const snoozes = [
  [30, '30 minutes'],
  [120, '2 hours'],
  [480, '8 hours'],
] as const;

function Actions({ incident }: { incident: IncidentDetail }) {
  const { acknowledge, reopen, snooze } = useIncidentActions();
  const { id, now } = incident;
  const state = stateOf(incident, now);
  if (state === 'resolved') return null;
  if (state === 'acknowledged')
    return (
      <Group>
        <Button variant="default" loading={reopen.isPending} onClick={() => reopen.mutate({ id })}>
          Take back
        </Button>
      </Group>
    );
  return (
    <Group>
      <Button loading={acknowledge.isPending} onClick={() => acknowledge.mutate({ id })}>
        Acknowledge
      </Button>
      <Menu position="bottom-start" withinPortal>
        <Menu.Target>
          <Button variant="default" loading={snooze.isPending}>
            Snooze
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {snoozes.map(([minutes, words]) => (
            <Menu.Item key={minutes} onClick={() => snooze.mutate({ id, minutes })}>
              {words}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}

function Servers({ servers }: Pick<IncidentDetail, 'servers'>) {
  if (servers.length === 0)
    return (
      <Text size="sm" c="dimmed">
        Its servers have been deleted.
      </Text>
    );
  return (
    <ul className={css.servers}>
      {servers.map(({ id, name, at, backAt }) => (
        <li key={`${id} ${at}`} className={css.row}>
          <Anchor component={Link} to={`/admin/schedule-tasks/${id}`} size="sm" mih={24} display="inline-block">
            {name}
          </Anchor>
          <Text size="xs" c="dimmed" title={formatExactTime(at)}>
            {backAt === null ? `offline since ${formatDateTime(at)}` : 'over'}
          </Text>
        </li>
      ))}
    </ul>
  );
}

function OnStatusPage({ incidents }: { incidents: IncidentDetail['onStatusPage'] }) {
  if (incidents.length === 0)
    return (
      <Text size="sm" c="dimmed">
        Nothing. The status page has drafts for the servers that it shows.
      </Text>
    );
  return (
    <ul className={css.servers}>
      {incidents.map(({ id, title, isDraft }) => (
        <li key={id} className={css.row}>
          <Anchor href={`#/admin/status-page?edit=${id}`} size="sm" mih={24} display="inline-block">
            {title}
          </Anchor>
          <Text size="xs" c="dimmed">
            {isDraft ? 'draft' : 'published'}
          </Text>
        </li>
      ))}
    </ul>
  );
}
