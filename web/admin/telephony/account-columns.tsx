import { Badge, Button, Group, Text } from '@mantine/core';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../../../server/trpc/app-router.ts';
import { trpc } from '../api/client.ts';
import type { Column } from '../records/columns.tsx';
import { notifySuccess } from '../shell/notify.tsx';
import { formatDateTime } from '../shell/time.ts';

export type Account = inferRouterOutputs<AppRouter>['telephony']['clients']['list'][number];

const credentialLabels = { unchecked: 'Checking', accepted: 'Accepted', refused: 'Refused' } as const;
const credentialColors = { unchecked: 'gray', accepted: 'teal.9', refused: 'red.9' } as const;

/** Whether the provider accepts an account's SID and token. */
export const credentials: Column<Account['credentials']> = {
  header: 'Credentials',
  Cell: ({ value }) => (
    <Badge size="sm" variant={value === 'unchecked' ? 'default' : 'filled'} color={credentialColors[value]}>
      {credentialLabels[value]}
    </Badge>
  ),
  compare: null,
};

/** State of the message log's sync, and the button that starts one. */
export const sync: Column<Account['sync']> = { header: 'Message log', Cell: SyncCell, compare: null };

function SyncCell({ value }: { value: Account['sync'] }) {
  const start = trpc.telephony.clients.sync.useMutation({
    onSuccess: () => notifySuccess('Twilio Logs', 'The sync of the message log has started.'),
  });
  return (
    <div>
      <Group gap="xs" wrap="nowrap">
        <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
          {progress(value)}
        </Text>
        <Button
          size="compact-xs"
          variant="light"
          miw="max-content"
          loading={start.isPending}
          onClick={() => start.mutate({ id: value.telephonyClientId })}
        >
          Sync now
        </Button>
      </Group>
      {value.lastError && (
        <Text size="xs" c="var(--mantine-color-error)" maw="22rem">
          {value.lastError}
        </Text>
      )}
    </div>
  );
}

function progress({ isRunning, rows, lastSuccessAt }: Account['sync']): string {
  if (isRunning) return `Syncing: ${rows.toLocaleString()} entries read`;
  return lastSuccessAt ? `Synced ${formatDateTime(lastSuccessAt)}` : 'Not synced yet';
}
