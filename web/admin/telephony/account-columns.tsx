import { Badge, Button, Stack, Text } from '@mantine/core';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../../../server/trpc/app-router.ts';
import { trpc } from '../api/client.ts';
import type { Column } from '../records/columns.tsx';
import { notifySuccess } from '../shell/notify.ts';
import { formatClock, formatDateTime } from '../shell/time.ts';

export type Account = inferRouterOutputs<AppRouter>['telephony']['clients']['list'][number];

const credentialLabels = { unchecked: 'Not checked', accepted: 'Accepted', refused: 'Refused' } as const;
const credentialColors = { unchecked: 'gray', accepted: 'teal.9', refused: 'red.9' } as const;

/** Whether the provider accepts an account's SID and token, and the check under way. */
export const credentials: Column<Account['check']> = { header: 'Credentials', Cell: CredentialsCell, compare: null };

function CredentialsCell({ value: { credentials: state, job } }: { value: Account['check'] }) {
  return (
    <div>
      <Badge
        size="sm"
        miw="max-content"
        variant={state === 'unchecked' ? 'default' : 'filled'}
        color={credentialColors[state]}
      >
        {isUnderWay(job) ? 'Checking' : credentialLabels[state]}
      </Badge>
      {job?.state === 'delayed' && (
        <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          {nextAttempt(job)}
        </Text>
      )}
    </div>
  );
}

/** A waiting or running job of an account. */
type AccountJob = Account['sync']['job'];

/** True while a job runs or is about to. */
export function isUnderWay(job: AccountJob): boolean {
  return job !== null && job.state !== 'delayed';
}

const nextAttempt = (job: NonNullable<AccountJob>) => `Next attempt at ${formatClock(job.dueAt)}`;

/** State of the message log's sync, and the button that starts one. */
export const sync: Column<Account['sync']> = { header: 'Message log', Cell: SyncCell, compare: null };

function SyncCell({ value }: { value: Account['sync'] }) {
  const utils = trpc.useUtils();
  const start = trpc.telephony.clients.sync.useMutation({
    onSettled: () => utils.telephony.clients.list.invalidate(),
    onSuccess: () => notifySuccess('Twilio Logs', 'The sync of the message log has started.'),
  });
  return (
    <div>
      <Stack gap={4} align="flex-start">
        <Text size="xs">{progress(value)}</Text>
        <Button
          size="compact-sm"
          variant="light"
          miw="max-content"
          loading={start.isPending}
          disabled={isUnderWay(value.job)}
          onClick={() => start.mutate({ id: value.telephonyClientId })}
        >
          Sync now
        </Button>
      </Stack>
      {value.lastError && (
        <Text size="xs" c="var(--mantine-color-error)" maw="22rem">
          {value.lastError}
        </Text>
      )}
    </div>
  );
}

function progress({ job, rows, lastSuccessAt }: Account['sync']): string {
  if (job?.state === 'active') return `Syncing: ${rows.toLocaleString()} entries read`;
  if (job?.state === 'waiting') return 'Waiting to sync';
  if (job) return nextAttempt(job);
  return lastSuccessAt ? `Synced ${formatDateTime(lastSuccessAt)}` : 'Not synced yet';
}
