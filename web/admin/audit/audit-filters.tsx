import { NativeSelect, TextInput } from '@mantine/core';
import { trpc } from '../api/client.ts';
import { limited } from '../fields/limit.tsx';
import { FilterForm } from '../tables/filter-form.tsx';
import { readableAction } from './labels.ts';

/** Filters of the audit log; an empty field matches everything. Days are `yyyy-MM-dd` in the browser's time zone. */
export interface Filters {
  userName: string;
  section: string;
  text: string;
  firstDay: string;
  lastDay: string;
}

export const noFilters: Filters = { userName: '', section: '', text: '', firstDay: '', lastDay: '' };

/** The filters as the query's input: days become points in time. */
export function toInput({ firstDay, lastDay, ...texts }: Filters) {
  return { ...texts, from: startOf(firstDay, 0), until: startOf(lastDay, 1) };
}

function startOf(day: string, daysLater: number): string | undefined {
  const start = new Date(`${day}T00:00`);
  if (Number.isNaN(Number(start))) return undefined;
  start.setDate(start.getDate() + daysLater);
  return start.toISOString();
}

/** Filters of the audit log, with Search and Reset. */
export function AuditFilters({ onSearch }: { onSearch: (filters: Filters) => void }) {
  const { data } = trpc.audit.choices.useQuery();
  return (
    <FilterForm label="Search the audit log" none={noFilters} onSearch={onSearch}>
      {(filters, change) => (
        <>
          <NativeSelect
            label="User"
            value={filters.userName}
            onChange={(event) => change({ userName: event.currentTarget.value })}
            data={[{ value: '', label: 'All users' }, ...(data?.users ?? [])]}
          />
          <NativeSelect
            label="Section"
            value={filters.section}
            onChange={(event) => change({ section: event.currentTarget.value })}
            data={[
              { value: '', label: 'All sections' },
              ...(data?.sections ?? []).map((value) => ({ value, label: readableAction(value) })),
            ]}
          />
          <TextInput
            label="Text"
            placeholder="Record, field or value"
            {...limited({ info: { label: 'Text', maxLength: 200 }, text: filters.text })}
            autoComplete="off"
            value={filters.text}
            onChange={(event) => change({ text: event.currentTarget.value })}
          />
          <TextInput
            type="date"
            label="First day"
            value={filters.firstDay}
            onChange={(event) => change({ firstDay: event.currentTarget.value })}
          />
          <TextInput
            type="date"
            label="Last day"
            value={filters.lastDay}
            onChange={(event) => change({ lastDay: event.currentTarget.value })}
          />
        </>
      )}
    </FilterForm>
  );
}
