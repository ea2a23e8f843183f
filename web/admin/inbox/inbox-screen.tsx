import { Anchor, Button, Divider, Group, Skeleton, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { trpc } from '../api/client.ts';
import { EmptyState } from '../shell/empty-state.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { Screen } from '../shell/screen.tsx';
import { usePanels } from '../shell/use-panels.ts';
import { Message } from './message.tsx';

/** Messages from the public contact form, newest first. */
export function InboxScreen() {
  const list = trpc.inbox.list.useInfiniteQuery({}, { getNextPageParam: (page) => page.nextCursor });
  const pages = list.data?.pages ?? [];
  const messages = pages.flatMap((page) => page.messages);
  return (
    <Screen
      title="Inbox"
      anchor="contact"
      actions={
        <Anchor component={Link} to="/admin/getintouch" size="sm" py={4}>
          Contact form heading
        </Anchor>
      }
    >
      {pages[0] && pages[0].total > 0 && (
        <Text size="sm" c="dimmed">
          {pages[0].unread} unread of {pages[0].total}
        </Text>
      )}
      <FoundMessage />
      <Loaded query={list} waiting={<Skeleton h={140} />}>
        {() =>
          messages.length === 0 ? (
            <EmptyState>There are no messages yet. Messages from the page’s contact form appear here.</EmptyState>
          ) : (
            <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
              {messages.map((message) => (
                <Message key={message.id} {...message} />
              ))}
            </Stack>
          )
        }
      </Loaded>
      {list.hasNextPage && (
        <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show older
        </Button>
      )}
    </Screen>
  );
}

/** The message that the address names, above the list: it may be older than the messages that are loaded. */
function FoundMessage() {
  const { edit } = usePanels().open;
  const id = typeof edit === 'number' ? edit : null;
  // The page that begins below the next id has this message first, if it still exists.
  const { data } = trpc.inbox.list.useQuery({ cursor: (id ?? 0) + 1, limit: 1 }, { enabled: id !== null });
  const found = data?.messages.find((message) => message.id === id);
  if (!found) return null;
  return (
    <Stack component="section" gap="xs" aria-label="Found message">
      <Group justify="space-between">
        <Text fw={600}>Found message</Text>
        <Anchor component={Link} to="/admin/inbox" size="sm" py={4}>
          Close
        </Anchor>
      </Group>
      <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        <Message {...found} />
      </Stack>
      <Divider my="xs" label="All messages" labelPosition="left" />
    </Stack>
  );
}
