import { Stack, Text, TextInput } from '@mantine/core';
import { formatExactTime, formatRelative } from '../shell/time.ts';
import type { Rota } from './answers.ts';

interface Props {
  /** Undefined for a new rota. */
  rota: Rota | undefined;
  address: string;
  problem: string | undefined;
  onChange: (address: string) => void;
}

/** The address of a calendar, and how its last reading went. */
export function RotaCalendar({ rota, address, problem, onChange }: Props) {
  const host = rota?.calendarHost ?? null;
  return (
    <Stack gap="xs">
      <TextInput
        id="rota-calendar"
        label="Calendar address"
        description={
          host === null
            ? 'The address that ends in .ics. Titles of its events are names of contacts. Read every 15 minutes.'
            : `Now at ${host}. Leave empty to keep it.`
        }
        placeholder="https://calendar.example.com/on-call.ics"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={address}
        error={problem}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {rota && host !== null && (
        <Text size="sm" c="dimmed">
          <LastReading rota={rota} />
        </Text>
      )}
    </Stack>
  );
}

function LastReading({ rota: { calendarReadAt } }: { rota: Rota }) {
  if (calendarReadAt === null) return 'Not read yet.';
  return <span title={formatExactTime(calendarReadAt)}>Last read {formatRelative(calendarReadAt, new Date())}.</span>;
}
