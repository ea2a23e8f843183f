import { Box, Chip, Group, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { type ServerState, serverStateNames, serverStates } from '../../../contract/server-states.ts';
import { userMay } from '../accounts/store.ts';
import { AccountSelect } from '../telephony/account-select.tsx';
import type { OverviewSearch } from './overview-search.ts';

interface Props {
  search: OverviewSearch;
  counts: Readonly<Record<ServerState, number>> | undefined;
  onChange: (part: OverviewSearch) => void;
}

/** Pause in typing after which the filter applies, in ms. */
const pauseMs = 300;

const orders = [
  { value: 'state', label: 'State' },
  { value: 'client', label: 'Client' },
  { value: 'name', label: 'Name' },
  { value: 'updated', label: 'Last update' },
] as const;

/** Filters of the servers: name, client, order, and the state with its number. */
export function OverviewBar({ search, counts, onChange }: Props) {
  const all = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <>
      <Group gap="sm" align="flex-end">
        <NameFilter text={search.text ?? ''} onChange={(text) => onChange({ text: text || undefined })} />
        {userMay('telephony:read') && (
          <Box flex="1 1 14rem" maw={{ xs: '24rem' }}>
            <AccountSelect value={search.account} onChange={(account) => onChange({ account })} />
          </Box>
        )}
        <Select
          label="Sort by"
          w="10rem"
          allowDeselect={false}
          data={orders.filter(({ value }) => value !== 'client' || userMay('telephony:read'))}
          value={search.sort ?? 'state'}
          onChange={(value) => onChange({ sort: value === null || value === 'state' ? undefined : value })}
        />
      </Group>
      <Chip.Group
        value={search.state ?? 'all'}
        onChange={(value) => onChange({ state: serverStates.find((state) => state === value) })}
      >
        <Group gap="xs" role="group" aria-label="State">
          <Chip value="all">{all === undefined ? 'All' : `All ${all.toLocaleString()}`}</Chip>
          {serverStates.map((state) => (
            <Chip key={state} value={state} {...(state === 'offline' && { color: 'red' })}>
              {serverStateNames[state]}
              {counts && ` ${counts[state].toLocaleString()}`}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </>
  );
}

function NameFilter({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const [typed, setTyped] = useState(text);
  // Back changes the address.
  useEffect(() => setTyped(text), [text]);
  const filter = useDebouncedCallback(onChange, pauseMs);
  return (
    <TextInput
      label="Filter by client name"
      flex="1 1 14rem"
      maxLength={80}
      autoComplete="off"
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        filter(event.currentTarget.value.trim());
      }}
    />
  );
}
