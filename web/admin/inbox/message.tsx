import { ActionIcon, Badge, Button, Group, Spoiler, Text, Tooltip } from '@mantine/core';
import type { inferRouterOutputs } from '@trpc/server';
import { messages } from '../../../contract/messages.ts';
import type { AppRouter } from '../../../server/trpc/app-router.ts';
import { trpc } from '../api/client.ts';
import { useConfirm } from '../shell/confirm.tsx';
import { MailIcon, MailOpenIcon, ReplyIcon, TrashIcon } from '../shell/icons.tsx';
import { notifyDeleted } from '../shell/notify.ts';
import { formatDateTime } from '../shell/time.ts';
import css from './message.module.css';

type InboxMessage = inferRouterOutputs<AppRouter>['inbox']['list']['messages'][number];

/** Height of a folded message: eight lines, in px. */
const foldedHeight = 200;

/** One message with its actions; a long one is folded. */
export function Message(message: InboxMessage) {
  const { id, name, email, receivedAt, readAt } = message;
  const isUnread = readAt === null;
  const utils = trpc.useUtils();
  const reload = { onSettled: () => utils.inbox.list.invalidate() };
  const mark = trpc.inbox.markRead.useMutation(reload);
  const removal = trpc.inbox.delete.useMutation({ ...reload, onSuccess: () => notifyDeleted() });
  const confirm = useConfirm();
  async function remove() {
    const subject = `The message from ${name}`;
    if (await confirm({ message: messages.confirmDelete, subject, action: 'Delete' })) removal.mutate({ id });
  }

  return (
    <li className={css.message} data-unread={isUnread || undefined}>
      <Group justify="space-between" gap="xs" align="flex-start">
        <div className={css.from}>
          <Text fw={isUnread ? 700 : 500}>
            {name}
            {isUnread && (
              <Badge size="xs" ms="xs" color="amber.4">
                Unread
              </Badge>
            )}
          </Text>
          <Text size="sm" c="dimmed">
            {email} · <time dateTime={String(receivedAt)}>{formatDateTime(receivedAt)}</time>
          </Text>
        </div>
        <Group gap={4}>
          <Button component="a" href={replyUrl(message)} size="compact-sm" variant="light" leftSection={<ReplyIcon />}>
            Reply
          </Button>
          <Tooltip label={isUnread ? 'Mark as read' : 'Mark as unread'}>
            <ActionIcon
              variant="subtle"
              aria-label={`Mark the message from ${name} as ${isUnread ? 'read' : 'unread'}`}
              loading={mark.isPending}
              onClick={() => mark.mutate({ id, read: isUnread })}
            >
              {isUnread ? <MailOpenIcon /> : <MailIcon />}
            </ActionIcon>
          </Tooltip>
          <ActionIcon
            variant="subtle"
            color="red"
            aria-label={`Delete the message from ${name}`}
            loading={removal.isPending}
            onClick={remove}
          >
            <TrashIcon />
          </ActionIcon>
        </Group>
      </Group>
      <Spoiler maxHeight={foldedHeight} showLabel="Show the whole message" hideLabel="Show less" mt="xs">
        <Text className={css.text}>{message.message}</Text>
      </Spoiler>
      <Text size="xs" mt={4} c={message.mailError ? 'var(--mantine-color-error)' : 'dimmed'}>
        {mailStatus(message)}
      </Text>
    </li>
  );
}

function mailStatus({ mailedAt, mailError }: InboxMessage): string {
  if (mailedAt) return `Mailed ${formatDateTime(mailedAt)}`;
  return mailError ? `Could not be mailed: ${mailError}` : 'Not mailed';
}

/** `mailto:` link for a reply that quotes the message. */
function replyUrl({ name, email, message, receivedAt }: InboxMessage): string {
  const quoted = message.slice(0, 1500).replaceAll(/^/gm, '> ');
  const body = `\n\n${name} wrote on ${formatDateTime(receivedAt)}:\n${quoted}`;
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent('Re: your message')}&body=${encodeURIComponent(body)}`;
}
