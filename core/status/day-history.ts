import type { HealthStatus } from '../../contract/health.ts';
import type { Change } from '../health/uptime.ts';
import type { Day } from './days.ts';

/** One server on one day. */
export interface DayOutage {
  day: Day;
  /** False for a day on which the server was new or paused all the time. */
  isMonitored: boolean;
  /** Time offline, in milliseconds. */
  offlineMs: number;
}

/** How long a server was offline on each day, from its changes in ascending order and its current status. */
export function dayHistory(
  changes: readonly Change[],
  current: { status: HealthStatus },
  days: readonly Day[],
  now: Date,
): DayOutage[] {
  const phases = phasesOf(changes, current);
  return days.map((day) => {
    const until = Math.min(Number(day.until), Number(now));
    let [monitored, offlineMs] = [0, 0];
    for (const phase of phases) {
      const spent = Math.min(phase.until, until) - Math.max(phase.from, Number(day.from));
      if (spent <= 0 || phase.status === 'new' || phase.status === 'paused') continue;
      monitored += spent;
      if (phase.status === 'offline') offlineMs += spent;
    }
    return { day, isMonitored: monitored > 0, offlineMs };
  });
}

interface Phase {
  status: HealthStatus;
  from: number;
  until: number;
}

function phasesOf(changes: readonly Change[], current: { status: HealthStatus }): Phase[] {
  let from = Number.NEGATIVE_INFINITY;
  const phases = changes.map(({ at, previous }) => {
    const phase = { status: previous, from, until: Number(at) };
    from = phase.until;
    return phase;
  });
  const status = changes.at(-1)?.status ?? current.status;
  return [...phases, { status, from, until: Number.POSITIVE_INFINITY }];
}
