import { and, eq } from 'drizzle-orm';
import type { Statement, Transaction } from '../../db/database.ts';
import { clients } from '../../db/schema/clients.ts';
import { healthMonitors } from '../../db/schema/health.ts';
import type { Notification } from '../channels/notification.ts';
import type { AlarmText, Subject } from './alarm-text.ts';
import type { Monitor } from './flip.ts';

/** Alarms written in one transaction. */
export const alarmBatchSize = 100;
/** A server and the account whose contacts get its alarms. */
export interface AlarmSubject extends Subject {
  telephonyClientId: number | null;
}

/** A due notification about a server. */
export interface Alarm {
  subject: AlarmSubject;
  /** Identifies the event, so that a second run or a second worker queues no duplicate. */
  key: string;
  /** Null: no notification is sent, the alarm is only marked as done. */
  text: AlarmText | null;
  /** The end of a failed run's output, or empty. */
  output: string;
  type: Exclude<Notification['type'], 'test' | 'monitor.digest'>;
  /** Statements that mark the alarm as done. */
  markDone(tx: Transaction): Statement[];
}

/** Columns of a subject and its monitor. */
export const subjectColumns = {
  name: clients.name,
  telephonyClientId: clients.telephonyClientId,
  monitor: healthMonitors,
};

/** When the next reminder is due; null without reminders. */
export function nextReminder({ status, reminderHours }: Monitor, now: Date): Date | null {
  return status === 'offline' && reminderHours > 0 ? new Date(Number(now) + reminderHours * 3_600_000) : null;
}

/** Matches the monitor's row while its status is the one that was read. */
export function isUnchanged(monitor: Monitor, further: ReturnType<typeof eq>) {
  return and(eq(healthMonitors.clientId, monitor.clientId), eq(healthMonitors.status, monitor.status), further);
}
