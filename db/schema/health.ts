import { sql } from 'drizzle-orm';
import { checkIntervals } from '../../contract/clients.ts';
import { healthStatuses, outageCauses, pingKinds } from '../../contract/health.ts';
import {
  childOf,
  childOfLocked,
  choice,
  count,
  flag,
  id,
  index,
  instant,
  primaryKey,
  table,
  text,
  uniqueIndex,
} from '../columns.ts';
import { clients } from './clients.ts';
import { statusGroups } from './status-groups.ts';

/**
 * The monitor of each client's server. Code, interval and activity are copies of the client's (core/health/reconcile.ts),
 * so that a ping and a sweep read one table.
 */
export const healthMonitors = table(
  'health_monitors',
  {
    clientId: childOf(() => clients.id).primaryKey(),
    code: text().notNull(),
    interval: choice(checkIntervals).notNull(),
    /** Seconds between two pings, if the server has a schedule of its own; of a cron expression the shortest. Null: the interval. */
    periodSeconds: count(),
    /** The cron expression that replaces the interval, and the IANA zone of its times. */
    cron: text(),
    timeZone: text(),
    isActive: flag().notNull(),
    /** Paused by an Admin. */
    isPaused: flag('is_held').notNull().default(false),
    /** Null: the default of the interval. */
    graceSeconds: count(),
    status: choice(healthStatuses).notNull(),
    statusSince: instant().notNull(),
    lastPingAt: instant('last_hit_at'),
    /** Start of the current run. Only servers that send start pings have one. */
    startedAt: instant(),
    /** How long a run may take. Null: the default of the interval. */
    expectedRunSeconds: count(),
    pingCount: count('hits').notNull().default(0),
    /** Deadline of the next ping, during a run of its end: without it the server is offline. Null: no ping is expected. */
    dueAt: instant(),
    /**
     * When the sweep looks at the deadline next, never after it. A ping moves the deadline alone, which has no index, and the
     * sweep moves this time after it. Null: no ping is expected.
     */
    sweepAt: instant(),
    /** The status of the last notification. */
    notifiedStatus: choice(['online', 'offline'], 'told').notNull().default('online'),
    /** When the notifications that are held back are sent. */
    alarmAt: instant(),
    /** End of the period in which the changes of a flapping server are collected. */
    heldUntil: instant(),
    remindAt: instant(),
    /** 0: no reminders. */
    reminderHours: count().notNull().default(24),
    maintenanceFrom: instant(),
    maintenanceUntil: instant(),
    /** Last part of the public badge's address. Null: no badge. */
    badge: text(),
    isOnStatusPage: flag().notNull().default(false),
    /**
     * The group of the status page. Null: none. A group with servers cannot be deleted: whoever deletes one decides first whether its
     * servers may be public.
     */
    statusGroupId: count().references(() => statusGroups.id),
  },
  (row) => [
    index('health_monitors_code').on(row.code),
    index('health_monitors_sweep').on(row.sweepAt),
    // Without online servers, which are most: SQLite, which knows no numbers of rows, would find a server by this index instead of
    // by its code. A query uses the index if it has the same condition (isNotOnline of core/health/server-state.ts).
    index('health_monitors_not_online').on(row.status, row.statusSince).where(sql`${row.status} <> 'online'`),
    index('health_monitors_alarm').on(row.alarmAt),
    index('health_monitors_remind').on(row.remindAt),
    index('health_monitors_public').on(row.isOnStatusPage),
    index('health_monitors_group').on(row.statusGroupId),
    uniqueIndex('health_monitors_badge').on(row.badge),
  ],
);

/** The last pings of each server, in a ring: the newest overwrites the oldest. */
export const healthPings = table(
  'health_hits',
  {
    clientId: childOfLocked(() => healthMonitors.clientId),
    slot: count().notNull(),
    at: instant().notNull(),
    kind: choice(pingKinds).notNull(),
    exitCode: count(),
    durationMilliseconds: count(),
    method: text().notNull(),
    userAgent: text().notNull(),
    body: text().notNull(),
  },
  (row) => [primaryKey({ columns: [row.clientId, row.slot] })],
);

/**
 * Every change of a status, with the time of the change, not of its detection. The table is an outbox too: `alarm` says
 * whether the notification is due (send), waits for others (held), was sent (sent), or is not needed (silent).
 */
export const healthFlips = table(
  'health_flips',
  {
    clientId: childOf(() => healthMonitors.clientId),
    at: instant().notNull(),
    status: choice(healthStatuses).notNull(),
    previous: choice(healthStatuses).notNull(),
    alarm: choice(['silent', 'send', 'held', 'sent']).notNull(),
    /** Why the server went offline. Null: it did not, or the change is older than this column. */
    cause: choice(outageCauses),
    /** Exit code of a failed run. */
    exitCode: count(),
    /** Last line of a failed run's output. */
    detail: text().notNull().default(''),
    /** Start of the silence: the last ping before it. */
    since: instant(),
  },
  (row) => [
    primaryKey({ columns: [row.clientId, row.at, row.status] }),
    index('health_flips_alarm').on(row.alarm, row.at),
    index('health_flips_at').on(row.at),
  ],
);

/** Alarms that are mailed to the company, one per event. `mailedAt` is null until the mail server accepts the mail. */
export const healthMails = table(
  'health_mails',
  {
    id: id(),
    eventKey: text().notNull(),
    text: text().notNull(),
    createdAt: instant().notNull(),
    mailedAt: instant(),
  },
  (row) => [
    uniqueIndex('health_mails_event').on(row.eventKey),
    index('health_mails_open').on(row.mailedAt, row.createdAt),
  ],
);

/** The last time at which the product was certainly able to receive pings. One row. */
export const healthWatch = table('health_watch', {
  id: count().primaryKey(),
  aliveAt: instant().notNull(),
  /** When a worker last began a request to WATCHDOG_URL, and when one last succeeded. */
  watchdogAt: instant(),
  watchdogOkAt: instant(),
  /** Why the last of these requests failed. Null: it did not. */
  watchdogProblem: text(),
});

/** Times in which no ping was accepted, because the product itself was down. */
export const blindTimes = table(
  'health_blind_times',
  {
    id: id(),
    fromAt: instant().notNull(),
    untilAt: instant().notNull(),
    /** When the company was notified. Null: not yet. */
    notifiedAt: instant('told_at'),
    /** When an operator marked it as seen. */
    seenAt: instant(),
  },
  // Two processes that start at the same time record the same beginning.
  (row) => [uniqueIndex('health_blind_times_from').on(row.fromAt)],
);
