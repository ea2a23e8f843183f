import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useState } from 'react';
import { titles } from '../../../contract/messages.ts';
import { userMay } from '../accounts/store.ts';
import { trpc } from '../api/client.ts';
import { DownloadIcon, RefreshIcon } from '../shell/icons.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { notifySuccess } from '../shell/notify.ts';
import { Screen } from '../shell/screen.tsx';
import { usePanels } from '../shell/use-panels.ts';
import { BoardTable } from './board-table.tsx';
import { ListsPanel } from './lists-panel.tsx';
import { firstChoices } from './report-choices.ts';
import { ReportPanel, reportOpener } from './report-panel.tsx';
import { SharePanel } from './share-panel.tsx';
import { SyncLine } from './sync-line.tsx';
import { useSync } from './use-sync.ts';

/** Trello Detail (specification, section 2). */
export function BoardsScreen() {
  const isAdmin = userMay('boards:write');
  const sync = useSync();
  const boards = trpc.boards.list.useQuery();
  const panels = usePanels();
  const [choices, setChoices] = useState(firstChoices);
  const open = boards.data?.find((board) => board.id === panels.open.list);
  const shared = boards.data?.find((board) => board.id === panels.open.edit);
  return (
    <Screen
      title="Trello Detail"
      actions={
        <Group gap="sm">
          <Button id={reportOpener} variant="default" leftSection={<DownloadIcon />} onClick={() => panels.edit('new')}>
            Expense Report
          </Button>
          {isAdmin && <SyncButton isBusy={sync !== undefined && sync.state !== 'idle'} />}
        </Group>
      }
    >
      {sync && <SyncLine sync={sync} isAdmin={isAdmin} />}
      {!userMay('boards:read') && (
        <Text size="sm" c="dimmed">
          You see the boards that an administrator has shared with your account.
        </Text>
      )}
      <Loaded query={boards} waiting={<Skeleton h={200} />}>
        {(rows) => <BoardTable boards={rows} onOpen={panels.list} onShare={isAdmin ? panels.edit : null} />}
      </Loaded>
      <ListsPanel board={open} choices={choices} onChange={setChoices} onClose={() => panels.close()} />
      <ReportPanel
        isOpen={panels.open.edit === 'new'}
        choices={choices}
        onChange={setChoices}
        onClose={() => panels.close()}
      />
      {isAdmin && <SharePanel board={shared} onClose={() => panels.close()} />}
    </Screen>
  );
}

function SyncButton({ isBusy }: { isBusy: boolean }) {
  const utils = trpc.useUtils();
  const sync = trpc.boards.sync.useMutation({
    onSuccess: () => notifySuccess(titles.success, 'The sync has started.'),
    onSettled: () => utils.boards.status.invalidate(),
  });
  return (
    <Button leftSection={<RefreshIcon />} loading={sync.isPending} disabled={isBusy} onClick={() => sync.mutate()}>
      Sync
    </Button>
  );
}
