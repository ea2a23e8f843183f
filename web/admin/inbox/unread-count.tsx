import { Badge } from '@mantine/core';
import { trpc } from '../api/client.ts';

/** Number of unread messages, as a badge in the sidebar. */
export function UnreadCount() {
  const unread = trpc.inbox.list.useQuery({ limit: 1 }).data?.unread ?? 0;
  if (unread === 0) return null;
  return (
    <Badge size="sm" color="amber.4" aria-label={`${unread} unread`}>
      {unread}
    </Badge>
  );
}
