import { type CheckTarget, checkKinds, checkStatuses } from '../../contract/checks.ts';
import { childOf, choice, count, flag, id, index, instant, json, primaryKey, table, text } from '../columns.ts';
import { clients } from './clients.ts';

/** Active checks of the clients' servers, each with its schedule and its state. */
export const checks = table(
  'checks',
  {
    id: id(),
    clientId: childOf(() => clients.id),
    kind: choice(checkKinds).notNull(),
    target: json().$type<CheckTarget>().notNull(),
    /** Headers and body of an HTTP check, encrypted like provider secrets. Null: none. */
    secrets: text(),
    /** Host of the target in lower case: attempts at one host at the same time are limited. */
    host: text().notNull(),
    everySeconds: count().notNull(),
    timeoutMs: count().notNull(),
    failures: count().notNull(),
    attempts: count().notNull(),
    isActive: flag().notNull(),
    /** Start of the next attempt, which a worker claims by moving it. Null: not active. */
    dueAt: instant(),
    status: choice(checkStatuses).notNull().default('new'),
    statusSince: instant().notNull(),
    checkedAt: instant(),
    latencyMs: count(),
    /** Why the last attempt failed; empty after a success. */
    reason: text().notNull().default(''),
    /** The last attempts, the newest last: 1 for a success, 0 for a failure. */
    recent: text().notNull().default(''),
    /** The worker whose failed attempt is repeated before the check is judged as down. Null: nothing is repeated. */
    repeatOf: text(),
    /** Counts results and changes of settings, so that two writers notice each other. */
    version: count().notNull().default(1),
  },
  (row) => [index('checks_due').on(row.dueAt), index('checks_client').on(row.clientId, row.status)],
);

/** Every attempt of the last 30 days. */
export const checkResults = table(
  'check_results',
  {
    checkId: childOf(() => checks.id),
    at: instant().notNull(),
    isOk: flag().notNull(),
    latencyMs: count().notNull(),
  },
  (row) => [primaryKey({ columns: [row.checkId, row.at] })],
);

/** Attempts of each hour of the last 13 months. */
export const checkHours = table(
  'check_hours',
  {
    checkId: childOf(() => checks.id),
    hour: instant().notNull(),
    attempts: count().notNull(),
    failures: count().notNull(),
    /** Sum over all attempts. */
    totalMs: count().notNull(),
    maxMs: count().notNull(),
  },
  (row) => [primaryKey({ columns: [row.checkId, row.hour] })],
);
