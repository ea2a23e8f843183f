import { Badge } from '@mantine/core';
import { trpc } from '../api/client.ts';
import { useServerPolling } from '../health/live.ts';

/** Number of incidents of which nobody takes care, as a badge in the sidebar. */
export function AlarmingCount() {
  const alarming = trpc.alarms.incidents.alarming.useQuery(undefined, useServerPolling()).data ?? 0;
  if (alarming === 0) return null;
  return (
    <Badge size="sm" color="amber.4" aria-label={`${alarming} not acknowledged`}>
      {alarming}
    </Badge>
  );
}
