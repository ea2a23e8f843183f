import { Badge, Button, Stack, Text } from '@mantine/core';
import { channelLabels } from '../../../contract/alarms.ts';
import { userMay } from '../accounts/store.ts';
import { trpc } from '../api/client.ts';
import { PlusIcon } from '../shell/icons.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { Panel } from '../shell/panel.tsx';
import { Screen } from '../shell/screen.tsx';
import { usePanels } from '../shell/use-panels.ts';
import { DataTable, type TableColumn } from '../tables/data-table.tsx';
import type { Channel } from './answers.ts';
import { ChannelForm } from './channel-form.tsx';
import { Proof } from './channel-line.tsx';
import { ChannelProof } from './channel-proof.tsx';
import { RemoveChannel } from './remove-channel.tsx';
import { RowTitle } from './row-title.tsx';

/** Channels of their own, such as a team's chat; servers choose them in their settings. */
export function ChannelsScreen() {
  const list = trpc.alarms.channels.list.useQuery({ contactId: null });
  const panels = usePanels();
  const { edit } = panels.open;
  const open = list.data?.find(({ id }) => id === edit);
  const mayWrite = userMay('health:write');
  const add = mayWrite && (
    <Button leftSection={<PlusIcon />} id="new-channel" onClick={() => panels.edit('new')}>
      New channel
    </Button>
  );
  const columns: readonly TableColumn<Channel>[] = [
    {
      header: 'Name',
      kind: 'title',
      cell: ({ id, name }) =>
        mayWrite ? <RowTitle id={`channel-row-${id}`} name={name} onOpen={() => panels.edit(id)} /> : name,
    },
    { header: 'Kind', kind: 'line', cell: ({ kind }) => channelLabels[kind] },
    { header: 'Target', cell: ({ target }) => <span style={{ overflowWrap: 'anywhere' }}>{target}</span> },
    { header: 'Proven', kind: 'line', cell: (channel) => <Proof {...channel} /> },
    { header: 'State', cell: (channel) => <State channel={channel} /> },
  ];
  const table = { label: 'Channels', columns, keyOf: ({ id }: Channel) => id };
  return (
    <Screen title="Channels" actions={list.data?.length ? add : null}>
      <Text size="sm" c="dimmed" maw="44rem" mb="md">
        Chats, addresses and programs that get alarms beside the contacts. The settings of a server choose its channels;
        the channels of a person are with the contact.
      </Text>
      <Loaded query={list} waiting={<DataTable {...table} rows={[]} isLoading />}>
        {(channels) => (
          <DataTable
            {...table}
            rows={channels}
            empty={
              <Stack align="flex-start" gap="sm">
                <Text size="sm">There are no channels yet.</Text>
                {add}
              </Stack>
            }
          />
        )}
      </Loaded>
      {mayWrite && (
        <Panel
          title={open?.name ?? 'New channel'}
          isOpen={edit === 'new' || open !== undefined}
          opener={edit === 'new' ? 'new-channel' : `channel-row-${edit}`}
          onClose={() => panels.close()}
        >
          <Stack gap="xl" key={edit}>
            <ChannelForm channel={open} contactId={null} onDone={() => panels.close(true)} />
            {open && (
              <>
                <ChannelProof channel={open} />
                <div>
                  <RemoveChannel channel={open} onDone={() => panels.close(true)} />
                </div>
              </>
            )}
          </Stack>
        </Panel>
      )}
    </Screen>
  );
}

function State({ channel: { isActive, problem } }: { channel: Channel }) {
  if (!isActive) return <Badge color="gray">Off</Badge>;
  if (problem === null) return 'Well';
  return (
    <Text size="sm" c="var(--mantine-color-error)">
      {problem}
    </Text>
  );
}
