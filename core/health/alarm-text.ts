import type { HealthStatus } from '../../contract/health.ts';
import type { Monitor } from './flip.ts';

/** The server that a message is about. */
export interface Subject {
  name: string;
  monitor: Monitor;
}

/** `2026-03-02 08:15 UTC`: the same for every reader. */
function formatTime(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

const units = [
  { milliseconds: 86_400_000, name: 'day' },
  { milliseconds: 3_600_000, name: 'hour' },
  { milliseconds: 60_000, name: 'minute' },
] as const;

/** Formats a duration in its largest whole unit, rounded down: `3 hours`. */
function formatDuration(milliseconds: number): string {
  const unit = units.find((candidate) => milliseconds >= candidate.milliseconds);
  if (!unit) return 'less than a minute';
  const amount = Math.floor(milliseconds / unit.milliseconds);
  return `${amount} ${unit.name}${amount === 1 ? '' : 's'}`;
}

/** Text of the notification of one status change. `previousSince`: when the previous status began. */
export function flipText(
  { name, monitor }: Subject,
  status: HealthStatus,
  at: Date,
  previousSince: Date | null,
): string {
  if (status === 'online') {
    const outage = previousSince === null ? '' : ` after ${formatDuration(Number(at) - Number(previousSince))} offline`;
    return `${name} came back online at ${formatTime(at)}${outage}.`;
  }
  const lastPing =
    monitor.lastPingAt === null
      ? 'It has never sent a ping.'
      : `Its last ping was at ${formatTime(monitor.lastPingAt)}.`;
  return `${name} has been offline since ${formatTime(at)}. ${lastPing}`;
}

/** Text of the reminder while a server stays offline. */
export function reminderText({ name, monitor }: Subject, now: Date): string {
  const duration = formatDuration(Number(now) - Number(monitor.statusSince));
  return `${name} is still offline after ${duration} (since ${formatTime(monitor.statusSince)}).`;
}

/** Text that sums up the changes held back during maintenance or flapping. */
export function summaryText({ name, monitor }: Subject, changes: number, first: Date): string {
  const times = changes === 1 ? 'once' : `${changes} times`;
  return `${name} has changed ${times} since ${formatTime(first)}. It has been ${monitor.status} since ${formatTime(monitor.statusSince)}.`;
}
