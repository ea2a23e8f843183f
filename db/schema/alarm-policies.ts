import { type PolicyStep, type QuietHours, scopeKinds } from '../../contract/alarm-policies.ts';
import { childOf, choice, count, flag, id, index, instant, json, table, text, uniqueIndex } from '../columns.ts';
import { clients } from './clients.ts';

/** Who is notified when. A server without a policy notifies the contacts of its account, its channels and the company at once. */
export const alarmPolicies = table('alarm_policies', {
  id: id(),
  name: text().notNull(),
  steps: json().$type<PolicyStep[]>().notNull(),
  repeats: count().notNull().default(0),
  repeatMinutes: count().notNull().default(30),
  quiet: json().$type<QuietHours | null>(),
  maxPerHour: count(),
  isDrilled: flag().notNull().default(false),
  /** The server whose contacts and channels take part in fire drills. Null: that of the only scope. */
  drillServerId: count().references(() => clients.id, { onDelete: 'set null' }),
  version: count().notNull().default(1),
  createdAt: instant().notNull(),
});

/** Where a policy applies: a server, the servers of a group of the status page, those of an SMS account, or all. */
export const policyScopes = table(
  'alarm_policy_scopes',
  {
    id: id(),
    policyId: childOf(() => alarmPolicies.id),
    kind: choice(scopeKinds).notNull(),
    /** Id of the server, group or account; 0 for all. */
    targetId: count().notNull(),
  },
  (row) => [
    uniqueIndex('alarm_policy_scopes_target').on(row.kind, row.targetId),
    index('alarm_policy_scopes_policy').on(row.policyId),
  ],
);
