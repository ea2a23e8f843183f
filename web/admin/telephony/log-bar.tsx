import { Chip, Group, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { findLimits } from '../../../contract/find.ts';
import type { LogView } from '../../../contract/message-log.ts';
import { directions, type Outcome, outcomeNames, outcomes } from '../../../contract/message-outcomes.ts';
import { countLimit } from '../../../contract/paging.ts';
import { trpc } from '../api/client.ts';
import { type Period, periodNames, periods } from './log-period.ts';
import type { LogSearch } from './log-search.ts';

interface Props {
  search: LogSearch;
  view: LogView;
  onChange: (part: LogSearch) => void;
}

/** Pause in typing after which the search begins, in ms. */
const pauseMs = 350;

const periodChoices = [
  { value: 'all', label: 'All dates' },
  ...periods.map((value) => ({ value, label: periodNames[value] })),
];

/** The filters that answer most questions at once: a search anywhere, the period, and what became of the messages. */
export function LogBar({ search, view, onChange }: Props) {
  return (
    <>
      <Group gap="sm" align="flex-end">
        <TextSearch
          text={search.text ?? ''}
          onChange={(text) => onChange({ text: text || undefined, page: undefined })}
        />
        <Select
          label="Period"
          w="10.5rem"
          allowDeselect={false}
          data={periodChoices}
          value={search.period ?? 'all'}
          onChange={(value) =>
            onChange({ period: periodOf(value), first: undefined, last: undefined, page: undefined })
          }
        />
        {search.period === 'days' && (
          <>
            <Day label="First day" value={search.first} onChange={(first) => onChange({ first, page: undefined })} />
            <Day label="Last day" value={search.last} onChange={(last) => onChange({ last, page: undefined })} />
          </>
        )}
      </Group>
      <OutcomeChips search={search} view={view} onChange={onChange} />
    </>
  );
}

function periodOf(value: string | null): Period | undefined {
  return periods.find((period) => period === value);
}

function TextSearch({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const [typed, setTyped] = useState(text);
  // Back and Reset change the address.
  useEffect(() => setTyped(text), [text]);
  const search = useDebouncedCallback(onChange, pauseMs);
  const isShort = typed.trim() !== '' && typed.trim().length < findLimits.minLength;
  return (
    <TextInput
      label="Search anywhere"
      placeholder="Number, text, contact, server or error"
      flex="1 1 18rem"
      maxLength={findLimits.maxLength}
      autoComplete="off"
      value={typed}
      error={isShort && `Type at least ${findLimits.minLength} characters`}
      onChange={(event) => {
        const next = event.currentTarget.value;
        setTyped(next);
        if (next.trim() === '' || next.trim().length >= findLimits.minLength) search(next.trim());
      }}
    />
  );
}

interface DayProps {
  label: string;
  value: string | undefined;
  onChange: (day: string | undefined) => void;
}

function Day({ label, value = '', onChange }: DayProps) {
  return (
    <TextInput
      type="date"
      label={label}
      w="10rem"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    />
  );
}

/** One outcome or direction, with the number of its messages. */
function OutcomeChips({ search, view, onChange }: Props) {
  const { outcome: _, direction: __, ...filter } = view;
  const counts = trpc.telephony.log.counts.useQuery(filter, { placeholderData: (before) => before });
  const chosen = search.outcome ?? search.direction ?? 'all';
  /** A name with the number of messages that have one of these outcomes. */
  const label = (name: string, some: readonly Outcome[]) => {
    const found = counts.data?.filter(({ outcome }) => some.includes(outcome));
    if (!found) return name;
    const sum = found.reduce((total, { count }) => total + count, 0);
    const isExact = found.every(({ isCountExact }) => isCountExact);
    return `${name} ${isExact ? sum.toLocaleString() : `over ${countLimit.toLocaleString()}`}`;
  };
  return (
    <Chip.Group
      value={chosen}
      onChange={(value) =>
        onChange({
          outcome: outcomes.find((outcome) => outcome === value),
          direction: value === 'out' || value === 'in' ? value : undefined,
          page: undefined,
        })
      }
    >
      <Group gap="xs" role="group" aria-label="What became of the messages">
        <Chip value="all">{label('All', outcomes)}</Chip>
        <Chip value="out">{label('Sent', directions.out)}</Chip>
        {outcomes.map((outcome) => (
          <Chip key={outcome} value={outcome} {...(outcome === 'failed' && { color: 'red' })}>
            {label(outcomeNames[outcome], [outcome])}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  );
}
