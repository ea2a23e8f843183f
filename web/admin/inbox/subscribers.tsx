import { ActionIcon, Button, Group, Skeleton, Table, Text, Title } from '@mantine/core';
import type { inferRouterOutputs } from '@trpc/server';
import { messages } from '../../../contract/messages.ts';
import type { AppRouter } from '../../../server/trpc/app-router.ts';
import { trpc } from '../api/client.ts';
import css from '../records/record-table.module.css';
import { PlainTable } from '../records/scrolling-table.tsx';
import { useConfirm } from '../shell/confirm.tsx';
import { DownloadIcon, TrashIcon } from '../shell/icons.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { notifyDeleted } from '../shell/notify.tsx';
import { formatDateTime } from '../shell/time.ts';

/** Newsletter subscribers, the newest first, with their export as a file. */
export function Subscribers() {
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
              {counts.active} subscribed, {counts.unsubscribed} unsubscribed
            </Text>
          )}
        </div>
        <Group gap="xs">
          <Button component="a" href="/api/subscribers.csv" download variant="default" leftSection={<DownloadIcon />}>
            Export CSV
          </Button>
          <Button component="a" href="/api/subscribers.csv?all=true" download variant="subtle">
            with unsubscribed
          </Button>
        </Group>
      </Group>
      <Loaded query={list} waiting={<Skeleton h={120} />}>
        {() => <SubscriberTable rows={rows} />}
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

function SubscriberTable({ rows }: { rows: readonly Subscriber[] }) {
  if (rows.length === 0) {
    return (
      <div className={css.empty}>
        <Text size="sm">Nobody has subscribed yet. Addresses from the newsletter form on the page arrive here.</Text>
      </div>
    );
  }
  return (
    <PlainTable label="Addresses" headers={['Delete', 'E-mail', 'Subscribed', 'Unsubscribed']}>
      {rows.map((row) => (
        <Table.Tr key={row.id}>
          <Table.Td className={css.action}>
            <RemoveSubscriber id={row.id} email={row.email} />
          </Table.Td>
          <Table.Td>{row.email}</Table.Td>
          <Table.Td>{formatDateTime(row.subscribedAt)}</Table.Td>
          <Table.Td>{row.unsubscribedAt ? formatDateTime(row.unsubscribedAt) : '–'}</Table.Td>
        </Table.Tr>
      ))}
    </PlainTable>
  );
}

function RemoveSubscriber({ id, email }: { id: number; email: string }) {
  const confirm = useConfirm();
  const utils = trpc.useUtils();
  const removal = trpc.subscribe.removeSubscriber.useMutation({
    onSuccess: notifyDeleted,
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
