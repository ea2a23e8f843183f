import { formatDateTime, type Instant } from '../shell/time.ts';
import type { Incident } from './answers.ts';

type Stateful = Pick<Incident, 'kind' | 'resolvedAt' | 'acknowledgedAt' | 'acknowledgedBy' | 'snoozedUntil'>;

/** The states of an incident, the most urgent one first. */
export type IncidentState = 'alarming' | 'drill' | 'snoozed' | 'acknowledged' | 'resolved';

/** The state of an incident now. */
export function stateOf({ kind, resolvedAt, acknowledgedAt, snoozedUntil }: Stateful, now: Instant): IncidentState {
  if (resolvedAt !== null) return 'resolved';
  if (kind === 'drill') return 'drill';
  if (acknowledgedAt !== null) return 'acknowledged';
  return snoozedUntil !== null && new Date(snoozedUntil) > new Date(now) ? 'snoozed' : 'alarming';
}

/** The state in words. */
export function stateWords(incident: Stateful, now: Instant): string {
  switch (stateOf(incident, now)) {
    case 'resolved':
      return incident.kind === 'drill' ? 'Drill is over' : 'Resolved';
    case 'drill':
      return 'Fire drill';
    case 'acknowledged':
      return `Acknowledged by ${incident.acknowledgedBy}`;
    case 'snoozed':
      return `Snoozed until ${formatDateTime(incident.snoozedUntil ?? now)}`;
    case 'alarming':
      return 'Alarming';
  }
}
