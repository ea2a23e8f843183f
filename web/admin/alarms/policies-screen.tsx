import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { userMay } from '../accounts/store.ts';
import { trpc } from '../api/client.ts';
import { useConfirm } from '../shell/confirm.tsx';
import { PlusIcon } from '../shell/icons.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { notifySuccess } from '../shell/notify.ts';
import { Panel } from '../shell/panel.tsx';
import { Screen } from '../shell/screen.tsx';
import { usePanels } from '../shell/use-panels.ts';
import { DataTable, type TableColumn } from '../tables/data-table.tsx';
import type { Policy } from './answers.ts';
import { PolicyForm } from './policy-form.tsx';
import { drillSentence, planSentence } from './policy-words.ts';
import { RowTitle } from './row-title.tsx';

/** Policies: who is notified when, and where they apply. */
export function PoliciesScreen() {
  const list = trpc.alarms.policies.list.useQuery();
  const choices = trpc.alarms.policies.choices.useQuery();
  const panels = usePanels();
  const { edit } = panels.open;
  const open = list.data?.find(({ id }) => id === edit);
  const mayWrite = userMay('health:write');
  const add = mayWrite && (
    <Button leftSection={<PlusIcon />} id="new-policy" onClick={() => panels.edit('new')}>
      New policy
    </Button>
  );
  const columns: readonly TableColumn<Policy>[] = [
    {
      header: 'Name',
      kind: 'title',
      cell: ({ id, name }) =>
        mayWrite ? <RowTitle id={`policy-row-${id}`} name={name} onOpen={() => panels.edit(id)} /> : name,
    },
    {
      header: 'Who is notified when',
      cell: (policy) => planSentence(policy, new Map(Object.entries(policy.names))),
    },
    {
      header: 'Applies to',
      cell: ({ scopes }) => scopes.map(({ name }) => name ?? 'a deleted place').join(', ') || 'nothing yet',
    },
    { header: 'Quiet hours', kind: 'line', cell: ({ quiet }) => (quiet ? `${quiet.from} to ${quiet.until}` : '–') },
  ];
  const table = { label: 'Alarm policies', columns, keyOf: ({ id }: Policy) => id };
  return (
    <Screen title="Alarm policies" actions={list.data?.length ? add : null}>
      <Loaded query={list} waiting={<DataTable {...table} rows={[]} isLoading />}>
        {(policies) => (
          <DataTable
            {...table}
            rows={policies}
            empty={
              <>
                <Text size="sm" maw="34rem" mx="auto" mb="md">
                  Without a policy everyone is notified at once. A policy notifies in steps until someone acknowledges:
                  whoever is on call first, then others. It keeps quiet hours, and it can test itself each month.
                </Text>
                {add}
              </>
            }
          />
        )}
      </Loaded>
      {mayWrite && (
        <Panel
          title={open?.name ?? 'New policy'}
          isOpen={edit === 'new' || open !== undefined}
          opener={edit === 'new' ? 'new-policy' : `policy-row-${edit}`}
          onClose={() => panels.close()}
        >
          <Loaded query={choices} waiting={<Skeleton h={300} />}>
            {(found) => (
              <Stack gap="xl" key={edit}>
                <PolicyForm policy={open} choices={found} onDone={() => panels.close(true)} />
                {open && <Further policy={open} onDone={() => panels.close(true)} />}
              </Stack>
            )}
          </Loaded>
        </Panel>
      )}
    </Screen>
  );
}

/** The fire drill, and the deletion. */
function Further({ policy, onDone }: { policy: Policy; onDone: () => void }) {
  const utils = trpc.useUtils();
  const confirm = useConfirm();
  const navigate = useNavigate();
  const onSettled = () => utils.alarms.invalidate();
  const drill = trpc.alarms.policies.drill.useMutation({
    onSettled,
    onSuccess({ incidentId }) {
      notifySuccess('The fire drill has begun', 'Its page says who answers.');
      void navigate({ to: `/admin/incidents/${incidentId}` });
    },
  });
  const remove = trpc.alarms.policies.remove.useMutation({
    onSettled,
    onSuccess() {
      notifySuccess('Deleted', 'Its servers notify everyone at once.');
      onDone();
    },
  });
  async function startDrill() {
    const message = `Start a fire drill of “${policy.name}”?`;
    const subject = drillSentence(policy);
    if (await confirm({ message, subject, action: 'Start' })) drill.mutate({ id: policy.id });
  }
  async function askToRemove() {
    const message = `Delete the policy “${policy.name}”? Its servers then notify everyone at once.`;
    if (await confirm({ message, action: 'Delete' })) remove.mutate({ id: policy.id });
  }
  return (
    <Group>
      <Button variant="default" loading={drill.isPending} onClick={() => void startDrill()}>
        Start a fire drill
      </Button>
      <Button variant="subtle" color="red" loading={remove.isPending} onClick={() => void askToRemove()}>
        Delete
      </Button>
    </Group>
  );
}
