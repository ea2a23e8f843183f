import { Button, Group, SimpleGrid, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { readSession } from '../session/store.ts';
import { AccountSelect } from './account-select.tsx';

/** What the log is searched for; empty is everything. */
export interface Filters {
  fromNumber: string;
  toNumber: string;
  messageSid: string;
  accountSid: string;
  requestFrom: string;
  telephonyClientId?: number;
}

export const noFilters: Filters = { fromNumber: '', toNumber: '', messageSid: '', accountSid: '', requestFrom: '' };

const labels = {
  fromNumber: 'From Number',
  toNumber: 'To Number',
  messageSid: 'Message Id',
  accountSid: 'Account SID',
  requestFrom: 'Request From Number',
} as const;
const names = ['fromNumber', 'toNumber', 'messageSid', 'accountSid', 'requestFrom'] as const;

/** Filters of the log, with Search and Reset (specification, section 2). */
export function LogFilters({ onSearch }: { onSearch: (filters: Filters) => void }) {
  const [filters, setFilters] = useState(noFilters);
  function submit(event: FormEvent) {
    event.preventDefault();
    onSearch(filters);
  }
  return (
    <form onSubmit={submit} aria-label="Search the log">
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm">
        {names.map((name) => (
          <TextInput
            key={name}
            label={labels[name]}
            maxLength={64}
            autoComplete="off"
            value={filters[name]}
            onChange={(event) => setFilters({ ...filters, [name]: event.currentTarget.value })}
          />
        ))}
        {readSession()?.role === 'Admin' && (
          <AccountSelect
            value={filters.telephonyClientId}
            onChange={(telephonyClientId) => setFilters({ ...filters, telephonyClientId })}
          />
        )}
      </SimpleGrid>
      <Group mt="sm" gap="sm">
        <Button type="submit">Search</Button>
        <Button
          variant="default"
          onClick={() => {
            setFilters(noFilters);
            onSearch(noFilters);
          }}
        >
          Reset
        </Button>
      </Group>
    </form>
  );
}
