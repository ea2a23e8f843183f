import { MultiSelect } from '@mantine/core';
import { useState } from 'react';
import { trpc } from '../api/client.ts';
import { notifySaved } from '../shell/notify.ts';

interface Props {
  clientId: number;
  parents: readonly { id: number; name: string }[];
}

/** The servers that a server needs, found by typing; a change is saved at once. */
export function ParentsSelect({ clientId, parents }: Props) {
  const utils = trpc.useUtils();
  const [text, setText] = useState('');
  const found = trpc.health.overview.useQuery({ text: text.slice(0, 100), sort: 'name' });
  const save = trpc.alarms.parents.set.useMutation({
    onSuccess: notifySaved,
    onSettled: () => utils.health.detail.invalidate({ id: clientId }),
  });
  const names = new Map([...(found.data?.rows ?? []), ...parents].map(({ id, name }) => [id, name]));
  names.delete(clientId);
  return (
    <MultiSelect
      label="Needs"
      description="While one of these servers is offline, alarms of this one are held back."
      placeholder={parents.length > 0 ? undefined : 'No other server'}
      searchable
      styles={{ inputField: { minHeight: 24 } }}
      searchValue={text}
      onSearchChange={setText}
      // The server has searched already.
      filter={({ options }) => options}
      nothingFoundMessage={found.isPending ? 'Searching …' : 'No server has this name'}
      disabled={save.isPending}
      data={[...names].map(([id, name]) => ({ value: String(id), label: name }))}
      value={parents.map(({ id }) => String(id))}
      onChange={(ids) => save.mutate({ clientId, parentIds: ids.map(Number) })}
    />
  );
}
