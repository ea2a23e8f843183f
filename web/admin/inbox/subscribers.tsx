import { ActionIcon, Button, Group, Skeleton, Text, Title } from '@mantine/core';
import type { inferRouterOutputs } from '@trpc/server';
import { messages } from '../../../contract/messages.ts';
import { subscriptionStates } from '../../../contract/subscribe.ts';
import type { AppRouter } from '../../../server/trpc/app-router.ts';
import { trpc } from '../api/client.ts';
import { useConfirm } from '../shell/confirm.tsx';
import { DownloadIcon, TrashIcon } from '../shell/icons.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { notifyDeleted } from '../shell/notify.ts';
import { formatDateTime } from '../shell/time.ts';
import { DataTable, type TableColumn } from '../tables/data-table.tsx';

/** Newsletter subscribers, newest first, with a CSV export. */
export default function Subscribers() {
  const list = trpc.subscribe.subscribers.useInfiniteQuery({}, { getNextPageParam: (page) => page.nextCursor });
  const pages = list.data?.pages ?? [];
  const rows = pages.flatMap((page) => page.subscribers);
  const counts = pages[0];
  return (
    <section aria-labelledby="subscribers-title">
      <Group justify="space-between" mb="sm">
        <div>
          <Title order={2} size="h4" id="subscribers-title">
            Subscribers
          </Title>
          {counts && (
            <Text size="sm" c="dimmed">
              {counts.active} subscribed, {counts.waiting} waiting for confirmation, {counts.unsubscribed} unsubscribed
            </Text>
          )}
        </div>
        <Group gap="xs">
          <Button component="a" href="/api/subscribers.csv" download variant="default" leftSection={<DownloadIcon />}>
            Export CSV
          </Button>
          <Button component="a" href="/api/subscribers.csv?all=true" download variant="subtle">
            Export all, with state
          </Button>
        </Group>
      </Group>
      <Loaded query={list} waiting={<Skeleton h={120} />}>
        {() => (
          <DataTable
            label="Addresses"
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            empty="There are no subscribers yet. Addresses from the page’s newsletter form appear here."
          />
        )}
      </Loaded>
      {list.hasNextPage && (
        <Button mt="sm" variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show older
        </Button>
      )}
    </section>
  );
}

type Subscriber = inferRouterOutputs<AppRouter>['subscribe']['subscribers']['subscribers'][number];

const columns: readonly TableColumn<Subscriber>[] = [
  { header: 'Delete', kind: 'action', cell: ({ id, email }) => <RemoveSubscriber id={id} email={email} /> },
  { header: 'E-mail', cell: ({ email }) => email },
  { header: 'State', cell: ({ state }) => subscriptionStates[state] },
  { header: 'Subscribed', cell: ({ subscribedAt }) => formatDateTime(subscribedAt) },
  { header: 'Confirmed', cell: ({ confirmedAt }) => (confirmedAt ? formatDateTime(confirmedAt) : '–') },
  {
    header: 'Unsubscribed',
    cell: ({ unsubscribedAt }) => (unsubscribedAt ? formatDateTime(unsubscribedAt) : '–'),
  },
];

function RemoveSubscriber({ id, email }: { id: number; email: string }) {
  const confirm = useConfirm();
  const utils = trpc.useUtils();
  const removal = trpc.subscribe.removeSubscriber.useMutation({
    onSuccess: () => notifyDeleted(),
    onSettled: () => utils.subscribe.subscribers.invalidate(),
  });
  async function ask() {
    if (await confirm({ message: messages.confirmDelete, subject: email, action: 'Delete' })) removal.mutate({ id });
  }
  return (
    <ActionIcon variant="subtle" color="red" aria-label={`Delete ${email}`} loading={removal.isPending} onClick={ask}>
      <TrashIcon />
    </ActionIcon>
  );
}
