import { Badge, Button, Text, VisuallyHidden } from '@mantine/core';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../../../server/trpc/app-router.ts';
import { trpc } from '../api/client.ts';
import { useConfirm } from '../shell/confirm.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { notifySuccess } from '../shell/notify.ts';
import { formatDateTime, formatRelative } from '../shell/time.ts';
import { DataTable, type TableColumn } from '../tables/data-table.tsx';
import { AccountPart } from './part.tsx';

type OwnSession = inferRouterOutputs<AppRouter>['session']['list'][number];

/** Where the user is signed in, with a way to end each session. */
export function Sessions() {
  const list = trpc.session.list.useQuery();
  const table = { label: 'List of sessions', columns: columns(new Date()), keyOf: ({ id }: OwnSession) => id };
  return (
    <AccountPart
      title="Sessions"
      purpose="Browsers and programs that are signed in as you. End what you do not know, then change your password."
      actions={list.data && list.data.length > 1 ? <EndOthers count={list.data.length - 1} /> : undefined}
    >
      <Loaded query={list} waiting={<DataTable {...table} rows={[]} isLoading />}>
        {(sessions) => <DataTable {...table} rows={sessions} />}
      </Loaded>
    </AccountPart>
  );
}

const columns = (now: Date): readonly TableColumn<OwnSession>[] => [
  {
    header: 'Device',
    cell: ({ device, isCurrent }) => (
      <>
        {device} {isCurrent && <Badge size="sm">This session</Badge>}
      </>
    ),
  },
  { header: 'Address', kind: 'line', cell: ({ ip }) => ip || 'Unknown' },
  {
    header: 'Signed in',
    kind: 'line',
    cell: ({ createdAt, method }) => (
      <>
        {formatDateTime(createdAt)}
        <Text size="xs" c="dimmed">
          by {method}
        </Text>
      </>
    ),
  },
  {
    header: 'Last used',
    kind: 'line',
    cell: ({ lastUsedAt, createdAt }) => formatRelative(lastUsedAt ?? createdAt, now),
  },
  { header: 'End', kind: 'action', cell: (session) => !session.isCurrent && <End session={session} /> },
];

function End({ session: { id, device } }: { session: OwnSession }) {
  const utils = trpc.useUtils();
  const end = trpc.session.end.useMutation({
    onSuccess: () => notifySuccess('Ended', `${device} is signed out.`),
    onSettled: () => utils.session.list.invalidate(),
  });
  return (
    <Button size="compact-sm" variant="subtle" color="red" loading={end.isPending} onClick={() => end.mutate({ id })}>
      End<VisuallyHidden> the session of {device}</VisuallyHidden>
    </Button>
  );
}

function EndOthers({ count }: { count: number }) {
  const utils = trpc.useUtils();
  const confirm = useConfirm();
  const end = trpc.session.endOthers.useMutation({
    onSuccess: ({ ended }) => notifySuccess('Ended', `${ended} ${ended === 1 ? 'session' : 'sessions'} signed out.`),
    onSettled: () => utils.session.list.invalidate(),
  });
  async function ask() {
    const question = {
      message: count === 1 ? 'End the other session?' : `End the ${count} other sessions?`,
      subject: 'Browsers and programs have to sign in again. This session stays.',
      action: 'End',
    };
    if (await confirm(question)) end.mutate();
  }
  return (
    <Button variant="default" loading={end.isPending} onClick={() => void ask()}>
      End all others
    </Button>
  );
}
