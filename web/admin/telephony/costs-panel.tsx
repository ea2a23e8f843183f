import { Select, Skeleton, Stack, Text } from '@mantine/core';
import { skipToken } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import { useState } from 'react';
import type { AppRouter } from '../../../server/trpc/app-router.ts';
import { trpc } from '../api/client.ts';
import { Loaded } from '../shell/loaded.tsx';
import { Panel } from '../shell/panel.tsx';
import { DataTable, type TableColumn } from '../tables/data-table.tsx';

/** Id of the button that opens the costs. */
export const costsOpener = 'log-costs';

type Cost = inferRouterOutputs<AppRouter>['telephony']['log']['costs'][number];

const columns: readonly TableColumn<Cost>[] = [
  { header: 'Client', kind: 'title', cell: ({ account }) => account },
  { header: 'Messages', kind: 'number', cell: ({ messages }) => messages.toLocaleString() },
  { header: 'Segments', kind: 'number', cell: ({ segments }) => segments.toLocaleString() },
  {
    header: 'Price',
    kind: 'number',
    cell: ({ totals, messages, priced }) => (
      <>
        {totals.length === 0 ? '–' : totals.map(({ currency, sum }) => `${sum} ${currency}`).join(', ')}
        {priced < messages && (
          <Text size="xs" c="dimmed">
            {(messages - priced).toLocaleString()} without a price so far
          </Text>
        )}
      </>
    ),
  },
];

/** 'Costs': what the messages of a month cost, by account, as Twilio has charged them. */
export function CostsPanel({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const months = trpc.telephony.log.months.useQuery(undefined, { enabled: isOpen });
  const [chosen, setChosen] = useState<string | null>(null);
  const month = chosen ?? months.data?.[0];
  const costs = trpc.telephony.log.costs.useQuery(isOpen && month !== undefined ? { month } : skipToken);
  return (
    <Panel title="Costs" isOpen={isOpen} onClose={onClose} opener={costsOpener}>
      <Stack gap="md">
        <Loaded query={months} what="list of months" waiting={<Skeleton h={60} />}>
          {(list) => (
            <Select
              label="Month"
              allowDeselect={false}
              data={list.map((value) => ({ value, label: monthName(value) }))}
              value={month ?? null}
              onChange={setChosen}
            />
          )}
        </Loaded>
        <Loaded query={costs} what="costs" waiting={<Skeleton h={120} />}>
          {(rows) => (
            <DataTable
              label="Costs by client"
              columns={columns}
              rows={rows}
              keyOf={({ telephonyClientId }) => telephonyClientId ?? 0}
              empty="There are no clients yet."
            />
          )}
        </Loaded>
        <Text size="xs" c="dimmed">
          Months are in UTC. Twilio names the price of a message some time after sending it.
        </Text>
      </Stack>
    </Panel>
  );
}

const monthFormat = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' });

function monthName(month: string): string {
  return monthFormat.format(new Date(`${month}-01T00:00:00Z`));
}
