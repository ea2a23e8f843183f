import { Badge } from '@mantine/core';
import { trpc } from '../api/client.ts';
import { useServerPolling } from './live.ts';

/** Number of offline servers, as a badge in the sidebar. */
export function OfflineCount() {
  const offline = trpc.health.offlineCount.useQuery(undefined, useServerPolling()).data ?? 0;
  if (offline === 0) return null;
  return (
    <Badge size="sm" color="amber.4" aria-label={`${offline} offline`}>
      {offline}
    </Badge>
  );
}
