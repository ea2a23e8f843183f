import type { HealthStatus } from '../../contract/health.ts';

/** A status change; lists are in ascending order of time. */
export interface Change {
  at: Date;
  status: HealthStatus;
  previous: HealthStatus;
}

const dayMs = 86_400_000;

/** Periods of the uptime figures, in days (docs/health.md). */
export const uptimeDays = [7, 30, 90] as const;

/**
 * Share of the monitored time within the last `days` days in which a server was online: 0 to 1. Paused and new time
 * does not count; null if no time counts.
 */
export function uptime(
  changes: readonly Change[],
  current: { status: HealthStatus },
  now: Date,
  days: number,
): number | null {
  const from = Number(now) - days * dayMs;
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
  // Without a change in the period, the current status covers all of it.
  spend(within.at(-1)?.status ?? current.status, since, Number(now));
  const { online = 0, offline = 0 } = spent;
  return online + offline === 0 ? null : online / (online + offline);
}
