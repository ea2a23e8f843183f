import { Badge } from '@mantine/core';
import { trpc } from '../api/client.ts';

/** Polling interval of the sidebar, in ms. */
const pollInterval = 60_000;

/** Number of parked jobs, as a badge in the sidebar. */
export function ParkedCount() {
  const parked = trpc.jobs.parkedCount.useQuery(undefined, { refetchInterval: pollInterval }).data ?? 0;
  if (parked === 0) return null;
  return (
    <Badge size="sm" color="amber.4" aria-label={`${parked} parked`}>
      {parked}
    </Badge>
  );
}
