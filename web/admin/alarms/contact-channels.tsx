import { ActionIcon, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useState } from 'react';
import { trpc } from '../api/client.ts';
import { Loaded } from '../shell/loaded.tsx';
import type { Channel } from './answers.ts';
import { ChannelForm } from './channel-form.tsx';
import { ChannelLine } from './channel-line.tsx';
import { ChannelProof } from './channel-proof.tsx';
import { RemoveChannel } from './remove-channel.tsx';
import { unless } from './unless.ts';

/** The channels of a contact in their order, with tests and a form for further ones. */
export function ContactChannels({ contactId }: { contactId: number }) {
  const list = trpc.alarms.channels.list.useQuery({ contactId });
  const [isAdding, setAdding] = useState(false);
  return (
    <section aria-labelledby="contact-channels">
      <Title order={3} size="h5" id="contact-channels" mt="xl">
        Channels
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        Alarms go to the first channel. The next one is used if that fails, or is silent for a minute. Without an entry
        of its own SMS is the first.
      </Text>
      <Loaded query={list} waiting={null}>
        {(channels) => (
          <Stack gap="md" component="ol" m={0} p={0} style={{ listStyle: 'none' }}>
            {channels.map((channel, place) => (
              <li key={channel.id}>
                <Entry channel={channel} place={place} channels={channels} contactId={contactId} />
              </li>
            ))}
          </Stack>
        )}
      </Loaded>
      {isAdding ? (
        <Stack mt="md">
          <ChannelForm channel={undefined} contactId={contactId} onDone={() => setAdding(false)} />
        </Stack>
      ) : (
        <Button mt="md" size="xs" variant="default" onClick={() => setAdding(true)}>
          Add channel
        </Button>
      )}
    </section>
  );
}

interface EntryProps {
  channel: Channel;
  place: number;
  channels: readonly Channel[];
  contactId: number;
}

function Entry({ channel, place, channels, contactId }: EntryProps) {
  const utils = trpc.useUtils();
  const reorder = trpc.alarms.channels.reorder.useMutation({ onSettled: () => utils.alarms.invalidate() });
  const move = (to: number) => {
    const ids = channels.map(({ id }) => id);
    const [moved] = ids.splice(place, 1);
    if (moved === undefined || to < 0 || to > ids.length) return;
    ids.splice(to, 0, moved);
    reorder.mutate({ contactId, ids });
  };
  return (
    <Stack gap="xs">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div style={{ minWidth: 0 }}>
          <Text size="sm" fw={600}>
            {place + 1}. {channel.name}
            {!channel.isActive && ' (off)'}
          </Text>
          <ChannelLine channel={channel} />
        </div>
        <Group gap={4} wrap="nowrap">
          <ActionIcon
            variant="default"
            size="md"
            aria-label={`Move ${channel.name} up`}
            {...unless(place > 0)}
            onClick={() => move(place - 1)}
          >
            <IconArrowUp size={16} />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size="md"
            aria-label={`Move ${channel.name} down`}
            {...unless(place < channels.length - 1)}
            onClick={() => move(place + 1)}
          >
            <IconArrowDown size={16} />
          </ActionIcon>
        </Group>
      </Group>
      <Group gap="xs" align="flex-start">
        <ChannelProof channel={channel} />
        <RemoveChannel channel={channel} />
      </Group>
    </Stack>
  );
}
