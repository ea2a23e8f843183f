import { Badge } from '@mantine/core';
import { trpc } from '../api/client.ts';

/** How often the sidebar looks, in ms. */
const pause = 60_000;

/** How many jobs wait for a person. */
export function ParkedCount() {
  const parked = trpc.jobs.parkedCount.useQuery(undefined, { refetchInterval: pause }).data ?? 0;
  if (parked === 0) return null;
  return (
    <Badge size="sm" color="amber.4" aria-label={`${parked} parked`}>
      {parked}
    </Badge>
  );
}
