import { Badge, Group, Paper, Text, Title } from '@mantine/core';
import { type PersonalOutcome, personalKinds } from '../../../contract/privacy.ts';
import { formatTimestamp } from '../shell/time.ts';
import { DataTable, type TableColumn } from '../tables/data-table.tsx';
import type { FoundKind } from './answers.ts';

/** What erasing does, as the start of a sentence. */
const outcomeWords: Readonly<Record<PersonalOutcome, string>> = {
  deleted: 'Erasing deletes these records.',
  anonymised: 'Erasing makes these records anonymous.',
  kept: 'Erasing keeps these records.',
};

type Row = FoundKind['records'][number];

/** The records of one kind about a person: their number, what erasing does with them, and the first ones. */
export function KindCard({ found }: { found: FoundKind }) {
  const { kind, records } = found;
  const { label, outcome, reason } = personalKinds[kind];
  const fields = Object.keys(records[0]?.data ?? {});
  const columns: TableColumn<Row>[] = [
    { header: 'When', kind: 'line', cell: ({ at }) => (at === null ? '–' : formatTimestamp(at)) },
    ...fields.map((field) => ({ header: field, cell: (row: Row) => <Value value={row.data[field]} /> })),
  ];
  return (
    <Paper withBorder p="md">
      <Group gap="sm" mb={4}>
        <Title order={3} size="h5">
          {label}
        </Title>
        <Badge variant="default">{countOf(found)}</Badge>
      </Group>
      <Text size="sm" c="dimmed" maw="44rem" mb="sm">
        {outcomeWords[outcome]} {reason}
      </Text>
      <DataTable label={label} columns={columns} rows={records} keyOf={({ id }) => id} isLow />
      {found.count > records.length && (
        <Text size="sm" c="dimmed" mt="xs">
          The first {records.length}. An export has all of them.
        </Text>
      )}
    </Paper>
  );
}

/** The number of records of a kind. */
export function countOf({ count, isCountExact }: FoundKind): string {
  return isCountExact ? count.toLocaleString() : `more than ${count.toLocaleString()}`;
}

/** Longest value on one line, in characters. */
const maxLine = 40;

const isInstant = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

function Value({ value }: { value: Row['data'][string] | undefined }) {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'string' && isInstant.test(value)) return formatTimestamp(value);
  const text = String(value);
  // Short values stay whole, and the table scrolls.
  if (text.length <= maxLine && !text.includes('\n')) return <span style={{ whiteSpace: 'nowrap' }}>{text}</span>;
  return (
    <Text size="sm" miw="14rem" maw="24rem" lineClamp={3} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
      {text}
    </Text>
  );
}
