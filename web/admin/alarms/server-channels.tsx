import { MultiSelect } from '@mantine/core';
import { channelLabels } from '../../../contract/alarms.ts';
import { trpc } from '../api/client.ts';
import { notifySaved } from '../shell/notify.ts';

/** The channels that a server notifies beside its contacts; a change is saved at once. */
export function ServerChannels({ clientId }: { clientId: number }) {
  const utils = trpc.useUtils();
  const list = trpc.alarms.channels.list.useQuery({});
  const chosen = trpc.alarms.channels.ofServer.useQuery({ clientId });
  // A program may have chosen the SMS of a contact.
  const all = list.data?.filter(({ id, contactId }) => contactId === null || chosen.data?.includes(id));
  const save = trpc.alarms.channels.setOfServer.useMutation({
    onSuccess: notifySaved,
    onSettled: () => Promise.all([utils.alarms.invalidate(), utils.health.outages.invalidate()]),
  });
  return (
    <MultiSelect
      label="Channels"
      description={
        all?.length === 0
          ? 'There are none yet: add them in Channels.'
          : 'Notified beside the contacts of the server’s SMS account.'
      }
      placeholder={chosen.data?.length ? undefined : 'None'}
      searchable
      styles={{ inputField: { minHeight: 24 } }}
      disabled={!all || !chosen.data || save.isPending}
      data={(all ?? []).map(({ id, name, kind }) => ({
        value: String(id),
        label: `${name} (${channelLabels[kind]})`,
      }))}
      value={(chosen.data ?? []).map(String)}
      onChange={(ids) => save.mutate({ clientId, channelIds: ids.map(Number) })}
    />
  );
}
