import { Skeleton, Stack, Switch, Text } from '@mantine/core';
import { trpc } from '../api/client.ts';
import { describeFailure } from '../api/failure.ts';
import { showsFailures } from '../api/query-client.ts';
import { Loaded } from '../shell/loaded.tsx';
import { notifySaved, notifyWentWrong } from '../shell/notify.ts';
import { Panel } from '../shell/panel.tsx';
import { type Board, shareOpener } from './board-table.tsx';

interface Props {
  /** The board to share; undefined while the panel is closed. */
  board: Board | undefined;
  onClose: () => void;
}

/** 'Share Board': the clients whose users may see a board (design, section 6). */
export function SharePanel({ board, onClose }: Props) {
  const accounts = trpc.telephony.choices.useQuery();
  return (
    <Panel title="Share Board" isOpen={board !== undefined} onClose={onClose} opener={shareOpener(board?.id)}>
      <Stack gap="md">
        <Text fw={600}>{board?.name}</Text>
        <Text size="sm" c="dimmed">
          The users of the selected clients see this board, its lists and labels, and can download its expense reports.
          They cannot change anything.
        </Text>
        <Loaded query={accounts} what="list of clients" waiting={<Skeleton h={120} />}>
          {(choices) =>
            choices.length === 0 ? (
              <Text size="sm">There are no clients yet. Add clients in Manage Client Detail.</Text>
            ) : (
              board && choices.map(({ id, label }) => <Share key={id} board={board} account={id} label={label} />)
            )
          }
        </Loaded>
      </Stack>
    </Panel>
  );
}

function Share({ board, account, label }: { board: Board; account: number; label: string }) {
  const utils = trpc.useUtils();
  const options = {
    meta: showsFailures,
    onSuccess: notifySaved,
    onError: (error: unknown) => notifyWentWrong(describeFailure(error).message),
    onSettled: () => utils.boards.list.invalidate(),
  };
  const share = trpc.boards.share.useMutation(options);
  const unshare = trpc.boards.unshare.useMutation(options);
  const isShared = board.sharedWith.includes(account);
  const isPending = share.isPending || unshare.isPending;
  return (
    <Switch
      label={label}
      // Shows the requested state until the list is reloaded.
      checked={isPending ? share.isPending : isShared}
      disabled={isPending}
      onChange={() => (isShared ? unshare : share).mutate({ boardId: board.trelloId, telephonyClientId: account })}
    />
  );
}
