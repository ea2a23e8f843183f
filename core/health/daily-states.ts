import type { HealthStatus } from '../../contract/health.ts';
import type { Change } from './uptime.ts';

const dayMs = 86_400_000;

/** One day (UTC) of a server: its worst state, and how long it was offline. */
export interface DayState {
  /** Such as 2026-03-02. */
  day: string;
  /** offline: at least for a moment. unknown: new, or not monitored at all. */
  state: 'online' | 'offline' | 'unknown';
  offlineSeconds: number;
}

/** The states of the last days, the oldest first, today last. Changes are in ascending order of time. */
export function dailyStates(
  changes: readonly Change[],
  current: { status: HealthStatus },
  now: Date,
  days: number,
): DayState[] {
  const today = Math.floor(Number(now) / dayMs) * dayMs;
  const from = today - (days - 1) * dayMs;
  const within = changes.filter(({ at }) => Number(at) > from);
  const spans = within.map(({ at, previous }, place) => ({
    status: previous,
    since: Number(within[place - 1]?.at ?? from),
    until: Number(at),
  }));
  spans.push({
    status: within.at(-1)?.status ?? current.status,
    since: Number(within.at(-1)?.at ?? from),
    until: Number(now),
  });
  return Array.from({ length: days }, (_, place) => {
    const [start, end] = [from + place * dayMs, Math.min(Number(now), from + (place + 1) * dayMs)];
    let offline = 0;
    let online = 0;
    for (const { status, since, until } of spans) {
      const spent = Math.min(until, end) - Math.max(since, start);
      if (spent <= 0) continue;
      if (status === 'offline') offline += spent;
      if (status === 'online') online += spent;
    }
    return {
      day: new Date(start).toISOString().slice(0, 10),
      state: offline > 0 ? 'offline' : online > 0 ? 'online' : 'unknown',
      offlineSeconds: Math.ceil(offline / 1000),
    };
  });
}
