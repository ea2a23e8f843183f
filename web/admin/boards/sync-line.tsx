import { Alert, Progress, Stack, Text } from '@mantine/core';
import { formatDateTime } from '../shell/time.ts';
import { NotConnected } from './not-connected.tsx';
import type { SyncStatus } from './use-sync.ts';

/** State of the Trello sync: its progress, the last success and the last error. */
export function SyncLine({ sync, isAdmin }: { sync: SyncStatus; isAdmin: boolean }) {
  if (!sync.isConnected) return <NotConnected isAdmin={isAdmin} />;
  const { boardsDone, boardsTotal, currentBoard, succeededAt, lastError, failedAt } = sync;
  const isBusy = sync.state !== 'idle';
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed" role="status">
        {isBusy ? progressText(boardsDone, boardsTotal, currentBoard) : lastText(succeededAt)}
      </Text>
      {isBusy && (
        <Progress
          aria-label="Progress of the sync"
          value={boardsTotal === 0 ? 100 : (boardsDone / boardsTotal) * 100}
          animated
        />
      )}
      {lastError && failedAt && (
        <Alert color="red" title={`The sync of ${formatDateTime(failedAt)} failed`}>
          {lastError}
        </Alert>
      )}
    </Stack>
  );
}

function progressText(done: number, total: number, current: string | null): string {
  if (total === 0) return 'Syncing …';
  return `Syncing: ${done} of ${total} boards${current ? `, reading “${current}”` : ''} …`;
}

function lastText(succeededAt: string | Date | null): string {
  const last = succeededAt ? `Last synced ${formatDateTime(succeededAt)}` : 'Not synced yet';
  return `${last}. Boards sync every 15 minutes.`;
}
