import { Anchor, Button, Skeleton, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { trpc } from '../api/client.ts';
import { EmptyState } from '../shell/empty-state.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { Screen } from '../shell/screen.tsx';
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
