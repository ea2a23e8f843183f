import { Alert, Progress, Stack, Text } from '@mantine/core';
import { formatClock, formatDateTime } from '../shell/time.ts';
import { NotConnected } from './not-connected.tsx';
import type { SyncStatus } from './use-sync.ts';

/** State of the Trello sync: its progress, the last success and the last error. */
export function SyncLine({ sync, isAdmin }: { sync: SyncStatus; isAdmin: boolean }) {
  if (!sync.isConnected) return <NotConnected isAdmin={isAdmin} />;
  const { boardsDone, boardsTotal, succeededAt, lastError, failedAt, retryAt } = sync;
  const isRunning = sync.state === 'running';
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed" role="status">
        {sync.state === 'idle' ? lastText(succeededAt) : progressText(sync)}
      </Text>
      {isRunning && (
        <Progress
          aria-label="Progress of the sync"
          value={boardsTotal === 0 ? 100 : (boardsDone / boardsTotal) * 100}
          animated
        />
      )}
      {lastError && failedAt && (
        <Alert color="red" title={`The sync of ${formatDateTime(failedAt)} failed`}>
          {lastError}
          {retryAt && ` The next attempt is at ${formatClock(retryAt)}.`}
        </Alert>
      )}
    </Stack>
  );
}

function progressText({ state, boardsDone, boardsTotal, currentBoard }: SyncStatus): string {
  if (state === 'waiting') return 'Waiting for the sync to start …';
  if (boardsTotal === 0) return 'Syncing …';
  return `Syncing: ${boardsDone} of ${boardsTotal} boards${currentBoard ? `, reading “${currentBoard}”` : ''} …`;
}

function lastText(succeededAt: string | Date | null): string {
  const last = succeededAt ? `Last synced ${formatDateTime(succeededAt)}` : 'Not synced yet';
  return `${last}. Boards sync every 15 minutes.`;
}
