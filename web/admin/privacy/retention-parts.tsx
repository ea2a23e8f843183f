import { Button, List, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { fixedRetention, type RetentionKindName, retentionKinds } from '../../../contract/privacy.ts';
import { trpc } from '../api/client.ts';
import { Loaded } from '../shell/loaded.tsx';
import { Panel } from '../shell/panel.tsx';
import { formatDay } from '../shell/time.ts';
import { DataTable, type TableColumn } from '../tables/data-table.tsx';
import type { Retention } from './answers.ts';
import { PrivacyPart } from './part.tsx';
import { RetentionForm } from './retention-form.tsx';
import { StatementText } from './statement-text.tsx';

const openerOf = (kind: RetentionKindName | null) => `retention-${kind}`;

/** How long each kind of data is kept, and the text that says so. */
export function RetentionParts() {
  const query = trpc.privacy.retention.useQuery();
  return (
    <Loaded query={query} what="part" waiting={<Skeleton h={240} />}>
      {(kinds) => (
        <>
          <PrivacyPart
            title="How long data is kept"
            hint="Jobs delete what is over its time, in small steps, and write the numbers to the log."
          >
            <RetentionTable kinds={kinds} />
            <FixedTimes />
          </PrivacyPart>
          <PrivacyPart
            title="Text for your privacy statement"
            hint="The times above in sentences. Copy them to the place where your visitors read how you handle data."
          >
            <StatementText kinds={kinds} />
          </PrivacyPart>
        </>
      )}
    </Loaded>
  );
}

function RetentionTable({ kinds }: { kinds: readonly Retention[] }) {
  const [edited, setEdited] = useState<Retention | null>(null);
  const columns: TableColumn<Retention>[] = [
    {
      header: 'Data',
      cell: ({ kind }) => (
        <Stack gap={0} miw={{ sm: '14rem' }}>
          <Text size="sm" fw={500}>
            {retentionKinds[kind].label}
          </Text>
          <Text size="xs" c="dimmed">
            {retentionKinds[kind].end}
          </Text>
        </Stack>
      ),
    },
    { header: 'Kept', kind: 'line', cell: ({ days }) => timeOf(days) },
    { header: 'Oldest', kind: 'line', cell: ({ oldestAt }) => (oldestAt === null ? '–' : formatDay(oldestAt)) },
    { header: 'Goes next', cell: (row) => nextOf(row) },
    {
      header: 'Change',
      kind: 'action',
      cell: (row) => (
        <Button
          id={openerOf(row.kind)}
          size="compact-sm"
          variant="default"
          aria-label={`Change how long is kept: ${retentionKinds[row.kind].label}`}
          onClick={() => setEdited(row)}
        >
          Change
        </Button>
      ),
    },
  ];
  return (
    <>
      <DataTable label="How long data is kept" columns={columns} rows={kinds} keyOf={({ kind }) => kind} />
      <Panel
        title={edited ? retentionKinds[edited.kind].label : ''}
        isOpen={edited !== null}
        onClose={() => setEdited(null)}
        opener={openerOf(edited?.kind ?? null)}
      >
        {edited && <RetentionForm key={edited.kind} {...edited} onDone={() => setEdited(null)} />}
      </Panel>
    </>
  );
}

function timeOf(days: number | null): string {
  if (days === null) return 'For ever';
  return days === 1 ? '1 day' : `${days.toLocaleString()} days`;
}

/** What the next run of the job does, or when the oldest record is over its time. */
function nextOf({ days, oldestAt, due, isDueExact }: Retention): string {
  if (days === null || oldestAt === null) return '–';
  if (due > 0) return `${isDueExact ? '' : 'More than '}${due.toLocaleString()} with the next run`;
  const end = new Date(oldestAt);
  end.setDate(end.getDate() + days);
  // The oldest row of the message log stays, without its number and text.
  return Number(end) < Date.now() ? '–' : `The oldest on ${formatDay(end)}`;
}

function FixedTimes() {
  return (
    <>
      <Title order={3} size="h6" mt="md" mb="xs">
        Always the same
      </Title>
      <List size="sm">
        {fixedRetention.map(({ label, time }) => (
          <List.Item key={label}>
            {label}: {time}
          </List.Item>
        ))}
      </List>
    </>
  );
}
