import type { HealthStatus } from '../../contract/health.ts';

/** A change of status, the oldest first in a list. */
export interface Change {
  at: Date;
  status: HealthStatus;
  previous: HealthStatus;
}

const day = 86_400_000;

/** Days that uptime is shown for (docs/health.md). */
export const uptimeDays = [7, 30, 90] as const;

/**
 * Share of the last so many days, of the time it was watched, in which a server was online: 0 to 1. Null when it was
 * not watched at all. Paused and new time does not count.
 */
export function uptime(
  changes: readonly Change[],
  current: { status: HealthStatus },
  now: Date,
  days: number,
): number | null {
  const from = Number(now) - days * day;
  const within = changes.filter(({ at }) => Number(at) > from);
  const spent: Partial<Record<HealthStatus, number>> = {};
  const spend = (status: HealthStatus, since: number, until: number) => {
    spent[status] = (spent[status] ?? 0) + Math.max(0, until - since);
  };
  let since = from;
  for (const { at, previous } of within) {
    spend(previous, since, Number(at));
    since = Number(at);
  }
  // Without a change within the window the status is as it has been all the time.
  spend(within.at(-1)?.status ?? current.status, since, Number(now));
  const { online = 0, offline = 0 } = spent;
  return online + offline === 0 ? null : online / (online + offline);
}
