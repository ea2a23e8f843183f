import { Anchor, Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { incidentLabels } from '../../../contract/status.ts';
import { userMay } from '../accounts/store.ts';
import { trpc } from '../api/client.ts';
import { ExternalLink } from '../shell/external-link.tsx';
import { PlusIcon } from '../shell/icons.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { Panel } from '../shell/panel.tsx';
import { Screen } from '../shell/screen.tsx';
import { formatDateTime, formatExactTime } from '../shell/time.ts';
import { usePanels } from '../shell/use-panels.ts';
import { DataTable, type TableColumn } from '../tables/data-table.tsx';
import type { Incident } from './answers.ts';
import { Groups } from './groups.tsx';
import { IncidentPanel } from './incident-panel.tsx';
import css from './status.module.css';
import { Subscribers } from './subscribers.tsx';

/** How often new drafts appear, in ms. */
const pollIntervalMs = 30_000;

/** Incidents of the status page: drafts, current and past ones. */
export function IncidentsScreen() {
  const list = trpc.status.incidents.useQuery(undefined, { refetchInterval: pollIntervalMs });
  const panels = usePanels();
  const { edit } = panels.open;
  const open = list.data?.find(({ id }) => id === edit);
  const add = userMay('health:write') && (
    <Button leftSection={<PlusIcon />} id="new-incident" onClick={() => panels.edit('new')}>
      New incident
    </Button>
  );
  const columns: readonly TableColumn<Incident>[] = [
    {
      header: 'Title',
      kind: 'title',
      cell: ({ id, title }) => (
        <Anchor
          component="button"
          className={css.title}
          id={`incident-${id}`}
          size="sm"
          fw={600}
          ta="start"
          onClick={() => panels.edit(id)}
        >
          {title}
        </Anchor>
      ),
    },
    { header: 'State', cell: (incident) => <State incident={incident} /> },
    { header: 'Servers', cell: ({ servers }) => servers.map(({ name }) => name).join(', ') || '–' },
    { header: 'Started', kind: 'line', cell: ({ startedAt }) => <Time at={startedAt} /> },
    { header: 'Last update', kind: 'line', cell: ({ updates: [last] }) => (last ? <Time at={last.at} /> : '–') },
  ];
  const table = { label: 'Incidents', columns, keyOf: ({ id }: Incident) => id };
  return (
    <Screen
      title="Status page"
      actions={
        <>
          <ExternalLink href="/status" label="Show the status page" />
          {list.data?.length ? add : null}
        </>
      }
    >
      <Loaded query={list} waiting={<DataTable {...table} rows={[]} isLoading />}>
        {(incidents) => <DataTable {...table} rows={byNeed(incidents)} empty={<Empty>{add}</Empty>} />}
      </Loaded>
      <Groups />
      <Subscribers />
      <Panel
        title={open?.title ?? 'New incident'}
        isOpen={edit === 'new' || open !== undefined}
        opener={edit === 'new' ? 'new-incident' : `incident-${edit}`}
        onClose={() => panels.close()}
      >
        <IncidentPanel key={edit} incident={open} onDone={() => panels.close(true)} />
      </Panel>
    </Screen>
  );
}

/** Drafts first, which wait for a person, then open incidents, then resolved ones. */
function byNeed(incidents: readonly Incident[]): Incident[] {
  const rank = ({ isDraft, state }: Incident) => (isDraft ? 0 : state === 'resolved' ? 2 : 1);
  return incidents.toSorted((a, b) => rank(a) - rank(b));
}

function State({ incident: { isDraft, state } }: { incident: Incident }) {
  const shown = isDraft ? 'draft' : state;
  return (
    <span className={css.state} data-state={shown}>
      <span className={css.dot} aria-hidden="true" />
      {isDraft ? 'Draft' : incidentLabels[state]}
    </span>
  );
}

function Time({ at }: { at: Date | string }) {
  return <span title={formatExactTime(at)}>{formatDateTime(at)}</span>;
}

function Empty({ children }: { children: ReactNode }) {
  return (
    <>
      <Text size="sm" maw="34rem" mx="auto" mb="md">
        Incidents tell visitors of the status page what is wrong and when it will be mended. When a server of the status
        page goes offline, a draft appears here; visitors see it once you publish it with a first update.
      </Text>
      {children}
    </>
  );
}
