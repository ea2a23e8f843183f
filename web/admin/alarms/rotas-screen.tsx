import { Badge, Button, Stack, Text } from '@mantine/core';
import { userMay } from '../accounts/store.ts';
import { trpc } from '../api/client.ts';
import { PlusIcon } from '../shell/icons.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { Panel } from '../shell/panel.tsx';
import { Screen } from '../shell/screen.tsx';
import { usePanels } from '../shell/use-panels.ts';
import { DataTable, type TableColumn } from '../tables/data-table.tsx';
import type { Rota } from './answers.ts';
import { RemoveRota } from './remove-rota.tsx';
import { RotaForm } from './rota-form.tsx';
import { clockOf } from './rota-strip.tsx';
import { RowTitle } from './row-title.tsx';

/** Who is on call changes while the screen is open; a new calendar is read within seconds. */
const refreshMs = { usual: 60_000, unread: 2000 };

/** Rotas: who is on call now, and the next 14 days of each. */
export function RotasScreen() {
  const list = trpc.alarms.rotas.list.useQuery(undefined, {
    refetchInterval: ({ state }) => (state.data?.some(isUnread) ? refreshMs.unread : refreshMs.usual),
  });
  const people = trpc.alarms.rotas.people.useQuery();
  const panels = usePanels();
  const { edit } = panels.open;
  const open = list.data?.find(({ id }) => id === edit);
  const mayWrite = userMay('health:write');
  const add = mayWrite && (
    <Button leftSection={<PlusIcon />} id="new-rota" onClick={() => panels.edit('new')}>
      New rota
    </Button>
  );
  const columns: readonly TableColumn<Rota>[] = [
    {
      header: 'Rota',
      kind: 'title',
      cell: ({ id, name }) => <RowTitle id={`rota-row-${id}`} name={name} onOpen={() => panels.edit(id)} />,
    },
    { header: 'On call now', cell: (rota) => <OnCall rota={rota} /> },
    {
      header: 'Until',
      kind: 'line',
      cell: ({ until, timeZone }) => (until === null ? 'No change in 14 days' : clockOf(timeZone)(until)),
    },
    { header: 'Time zone', kind: 'line', cell: ({ timeZone }) => timeZone },
    { header: 'State', cell: (rota) => <State rota={rota} /> },
  ];
  const table = { label: 'Rotas', columns, keyOf: ({ id }: Rota) => id };
  const isNew = edit === 'new' && mayWrite;
  return (
    <Screen title="On call" actions={list.data?.length ? add : null}>
      <Text size="sm" c="dimmed" maw="44rem" mb="md">
        Who is on call, by weekly turns or a calendar, and by replacements. The people are contacts of the SMS accounts.
      </Text>
      <Loaded query={list} waiting={<DataTable {...table} rows={[]} isLoading />}>
        {(rotas) => (
          <DataTable
            {...table}
            rows={rotas}
            empty={
              <Stack align="flex-start" gap="sm">
                <Text size="sm">There are no rotas yet.</Text>
                {add}
              </Stack>
            }
          />
        )}
      </Loaded>
      <Panel
        title={open?.name ?? 'New rota'}
        isOpen={isNew || open !== undefined}
        opener={isNew ? 'new-rota' : `rota-row-${edit}`}
        onClose={() => panels.close()}
      >
        <Stack gap="xl" key={edit}>
          <Loaded query={people} waiting={null}>
            {(contacts) => (
              <RotaForm rota={open} people={contacts} mayWrite={mayWrite} onDone={() => panels.close(true)} />
            )}
          </Loaded>
          {open && mayWrite && (
            <div>
              <RemoveRota rota={open} onDone={() => panels.close(true)} />
            </div>
          )}
        </Stack>
      </Panel>
    </Screen>
  );
}

function OnCall({ rota: { onCall } }: { rota: Rota }) {
  if (onCall.length === 0) return <Badge color="red">Nobody</Badge>;
  return onCall.map(({ name }) => name).join(', ');
}

/** True until the calendar was read for the first time, well or not. */
function isUnread({ calendarHost, calendarReadAt, calendarProblem }: Rota) {
  return calendarHost !== null && calendarReadAt === null && calendarProblem === null;
}

function State({ rota }: { rota: Rota }) {
  const { problems } = rota;
  if (isUnread(rota)) return 'Reading the calendar …';
  if (problems.length === 0) return 'Well';
  return problems.map((problem) => (
    <Text key={problem} size="sm" c="var(--mantine-color-error)">
      {problem}
    </Text>
  ));
}
