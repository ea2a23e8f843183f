import { checkIntervals } from '../../contract/clients.ts';
import { healthStatuses, pingKinds } from '../../contract/health.ts';
import { childOf, choice, count, flag, id, index, instant, primaryKey, table, text, uniqueIndex } from '../columns.ts';
import { clients } from './clients.ts';

/**
 * How each client's server stands. Code, interval and activity are copies of the client's (core/health/reconcile.ts),
 * so that a report and a sweep read nothing else.
 */
export const healthMonitors = table(
  'health_monitors',
  {
    clientId: childOf(() => clients.id).primaryKey(),
    code: text().notNull(),
    interval: choice(checkIntervals).notNull(),
    isActive: flag().notNull(),
    /** Paused by hand. */
    isHeld: flag().notNull().default(false),
    /** Null: the default of the interval. */
    graceSeconds: count(),
    status: choice(healthStatuses).notNull(),
    statusSince: instant().notNull(),
    lastHitAt: instant(),
    /** When the run under way began, of a server that reports starts. */
    startedAt: instant(),
    hits: count().notNull().default(0),
    /** When it is offline if it has not reported by then; null: nothing is expected of it. */
    dueAt: instant(),
    /** What the contacts were told last. */
    told: choice(['online', 'offline']).notNull().default('online'),
    /** When what was held back is told. */
    alarmAt: instant(),
    remindAt: instant(),
    /** 0: no reminders. */
    reminderHours: count().notNull().default(24),
    maintenanceFrom: instant(),
    maintenanceUntil: instant(),
    /** Last part of the public badge's address; null: there is none. */
    badge: text(),
    isOnStatusPage: flag().notNull().default(false),
  },
  (row) => [
    index('health_monitors_code').on(row.code),
    index('health_monitors_due').on(row.dueAt),
    index('health_monitors_alarm').on(row.alarmAt),
    index('health_monitors_remind').on(row.remindAt),
    index('health_monitors_public').on(row.isOnStatusPage),
    uniqueIndex('health_monitors_badge').on(row.badge),
  ],
);

/** The last reports of each server: a ring, in which the newest takes the place of the oldest. */
export const healthPings = table(
  'health_hits',
  {
    clientId: childOf(() => healthMonitors.clientId),
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
 * Every change of a status, dated when it happened and not when it was noticed. It is the outbox too: `alarm` says
 * whether contacts are still to be told (send), told together with others later (held), or were told.
 */
export const healthFlips = table(
  'health_flips',
  {
    clientId: childOf(() => healthMonitors.clientId),
    at: instant().notNull(),
    status: choice(healthStatuses).notNull(),
    previous: choice(healthStatuses).notNull(),
    alarm: choice(['silent', 'send', 'held', 'sent']).notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.clientId, row.at, row.status] }),
    index('health_flips_alarm').on(row.alarm, row.at),
    index('health_flips_at').on(row.at),
  ],
);

/** Alarms that are mailed to the company, one an event; `mailedAt` is null until the mail server has taken it. */
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

/** Until when the product was certainly able to receive reports. One row. */
export const healthWatch = table('health_watch', {
  id: count().primaryKey(),
  aliveAt: instant().notNull(),
});
