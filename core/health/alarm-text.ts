import type { HealthStatus } from '../../contract/health.ts';
import type { Monitor } from './flip.ts';

/** A server as a message names it. */
export interface Subject {
  name: string;
  monitor: Monitor;
}

/** `2026-03-02 08:15 UTC`: the same for every reader. */
function moment(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

const units = [
  { milliseconds: 86_400_000, name: 'day' },
  { milliseconds: 3_600_000, name: 'hour' },
  { milliseconds: 60_000, name: 'minute' },
] as const;

/** Roughly how long, in the largest unit that fits at least once: `3 hours`. */
export function lengthOf(milliseconds: number): string {
  const unit = units.find((candidate) => milliseconds >= candidate.milliseconds);
  if (!unit) return 'less than a minute';
  const amount = Math.floor(milliseconds / unit.milliseconds);
  return `${amount} ${unit.name}${amount === 1 ? '' : 's'}`;
}

/** What contacts are told of one change. `since`: when the status before it began. */
export function flipText({ name, monitor }: Subject, status: HealthStatus, at: Date, since: Date | null): string {
  if (status === 'online') {
    const outage = since === null ? '' : ` after ${lengthOf(Number(at) - Number(since))}`;
    return `${name} is back online since ${moment(at)}${outage}.`;
  }
  const last = monitor.lastHitAt === null ? 'It never reported.' : `Its last report came ${moment(monitor.lastHitAt)}.`;
  return `${name} is offline since ${moment(at)}. ${last}`;
}

/** What contacts are told again while a server is offline. */
export function reminderText({ name, monitor }: Subject, now: Date): string {
  const length = lengthOf(Number(now) - Number(monitor.statusSince));
  return `${name} is still offline, for ${length} (since ${moment(monitor.statusSince)}).`;
}

/** What contacts are told of changes that were held back. */
export function summaryText({ name, monitor }: Subject, changes: number, first: Date): string {
  const times = changes === 1 ? 'once' : `${changes} times`;
  return `${name} changed ${times} since ${moment(first)}. It is ${monitor.status} since ${moment(monitor.statusSince)}.`;
}
