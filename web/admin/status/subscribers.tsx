import { ActionIcon, Button, Skeleton, Text, Title } from '@mantine/core';
import { userMay } from '../accounts/store.ts';
import { trpc } from '../api/client.ts';
import { useConfirm } from '../shell/confirm.tsx';
import { TrashIcon } from '../shell/icons.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { notifyDeleted } from '../shell/notify.ts';
import { formatDateTime, formatExactTime } from '../shell/time.ts';
import { DataTable, type TableColumn } from '../tables/data-table.tsx';
import type { Subscriber, SubscriberPage } from './answers.ts';

/** Subscribers of the status page by e-mail, the newest first. */
export function Subscribers() {
  const list = trpc.status.subscribers.useInfiniteQuery({}, { getNextPageParam: (page) => page.nextCursor });
  const pages = list.data?.pages ?? [];
  const rows = pages.flatMap((page) => page.subscribers);
  const [first] = pages;
  return (
    <section aria-labelledby="subscribers">
      <Title order={2} size="h4" id="subscribers" mt="xl">
        Subscribers
      </Title>
      {first && (
        <Text size="sm" c="dimmed" mb="sm">
          {summaryOf(first)}
        </Text>
      )}
      <Loaded query={list} waiting={<Skeleton h={120} />}>
        {() => (
          <DataTable
            label="Addresses"
            columns={userMay('health:write') ? [removal, ...columns] : columns}
            rows={rows}
            keyOf={({ id }) => id}
            empty={first?.isOn ? noneYet : isOff}
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

const noneYet = 'There are no subscribers yet. Visitors subscribe with the form at the end of the status page.';
const isOff = 'Visitors see the form for updates by e-mail once SMTP_URL and PUBLIC_URL are set.';

/** The numbers of addresses, and of mails that are on their way. */
function summaryOf({ confirmed, waiting, unsentMails }: SubscriberPage): string {
  const number = (count: number) => count.toLocaleString('en-US');
  const mails = unsentMails === 1 ? '1 mail is' : `${number(unsentMails)} mails are`;
  return [
    `${number(confirmed)} ${confirmed === 1 ? 'address gets' : 'addresses get'} each published update by e-mail`,
    ...(waiting > 0 ? [`${number(waiting)} not confirmed yet`] : []),
    ...(unsentMails > 0 ? [`${mails} not sent`] : []),
  ].join(', ');
}

const columns: readonly TableColumn<Subscriber>[] = [
  { header: 'E-mail', kind: 'title', cell: ({ email }) => <span dir="auto">{email}</span> },
  {
    header: 'Since',
    kind: 'line',
    cell: ({ confirmedAt }) =>
      confirmedAt ? (
        <span title={formatExactTime(confirmedAt)}>{formatDateTime(confirmedAt)}</span>
      ) : (
        'Waiting for confirmation'
      ),
  },
];

const removal: TableColumn<Subscriber> = {
  header: 'Remove',
  kind: 'action',
  cell: (subscriber) => <RemoveSubscriber {...subscriber} />,
};

function RemoveSubscriber({ id, email }: Pick<Subscriber, 'id' | 'email'>) {
  const confirm = useConfirm();
  const utils = trpc.useUtils();
  const remove = trpc.status.removeSubscriber.useMutation({
    onSuccess: () => notifyDeleted(),
    onSettled: () => utils.status.subscribers.invalidate(),
  });
  async function ask() {
    const message = `Remove ${email}? The address gets no more mails about incidents.`;
    if (await confirm({ message, action: 'Remove' })) remove.mutate({ id });
  }
  return (
    <ActionIcon variant="subtle" color="red" aria-label={`Remove ${email}`} loading={remove.isPending} onClick={ask}>
      <TrashIcon />
    </ActionIcon>
  );
}
