import { incidentEvents, incidentKinds } from '../../contract/alarm-incidents.ts';
import {
  childOf,
  choice,
  count,
  flag,
  id,
  index,
  instant,
  json,
  primaryKey,
  table,
  text,
  uniqueIndex,
} from '../columns.ts';
import { alarmPolicies } from './alarm-policies.ts';
import { clients } from './clients.ts';
import { telephonyClients } from './telephony.ts';

/** Outages that people are notified of, of one server or of several that went offline together, and fire drills. */
export const alarmIncidents = table(
  'alarm_incidents',
  {
    id: id(),
    kind: choice(incidentKinds).notNull(),
    /** The event that opened the incident, so that it opens once. */
    openKey: text().notNull(),
    /** The SMS account of the servers. Null: none. */
    telephonyClientId: count().references(() => telephonyClients.id, { onDelete: 'set null' }),
    /** Null: everyone is notified at once. */
    policyId: count().references(() => alarmPolicies.id, { onDelete: 'set null' }),
    /** Id of the server whose contacts and channels take part in a fire drill. Null: at most those of the account. */
    drillServerId: count(),
    title: text().notNull(),
    openedAt: instant().notNull(),
    resolvedAt: instant(),
    acknowledgedAt: instant(),
    /** Name of the user, contact or channel. */
    acknowledgedBy: text(),
    snoozedUntil: instant(),
    /** Key of the links that acknowledge without a sign-in. */
    linkKey: text().notNull(),
    /** Steps so far, each of which is made once. */
    step: count().notNull().default(0),
    /** The next step's position in the policy, counted over all runs, and when it is due. Null: no further step. */
    position: count().notNull().default(0),
    stepAt: instant(),
  },
  (row) => [
    uniqueIndex('alarm_incidents_open_key').on(row.openKey),
    index('alarm_incidents_step').on(row.stepAt),
    index('alarm_incidents_open').on(row.resolvedAt, row.openedAt),
    index('alarm_incidents_account').on(row.telephonyClientId, row.openedAt),
  ],
);

/** The servers of an incident: each event of a server belongs to one incident. */
export const incidentServers = table(
  'alarm_incident_servers',
  {
    incidentId: childOf(() => alarmIncidents.id),
    clientId: childOf(() => clients.id),
    /** The event, and its time. */
    eventKey: text().notNull(),
    at: instant().notNull(),
    /** The news about the server (core/alarms/news.ts). */
    news: json().notNull(),
    backAt: instant(),
  },
  (row) => [
    primaryKey({ columns: [row.eventKey] }),
    index('alarm_incident_servers_incident').on(row.incidentId),
    index('alarm_incident_servers_client').on(row.clientId, row.at),
    index('alarm_incident_servers_back').on(row.backAt),
  ],
);

/** The timeline of an incident, with the notes of people. */
export const incidentEntries = table(
  'alarm_incident_entries',
  {
    id: id(),
    incidentId: childOf(() => alarmIncidents.id),
    at: instant().notNull(),
    event: choice(incidentEvents).notNull(),
    /** The user, contact or server; empty: the product. */
    who: text().notNull().default(''),
    text: text().notNull().default(''),
    /** Identifies what happens once, such as a step. */
    onceKey: text(),
  },
  (row) => [
    index('alarm_incident_entries_incident').on(row.incidentId, row.id),
    uniqueIndex('alarm_incident_entries_once').on(row.onceKey),
  ],
);

/** Who was notified of which event of an incident. */
export const alarmNotices = table(
  'alarm_notices',
  {
    id: id(),
    incidentId: childOf(() => alarmIncidents.id),
    eventKey: text().notNull(),
    /** `contact-7`, `channel-3` or `company`. */
    recipient: text().notNull(),
    name: text().notNull(),
    title: text().notNull(),
    at: instant().notNull(),
    /** Over the limit of the hour: listed in a summary. */
    isHeldBack: flag().notNull().default(false),
    /** When that summary is due. Null: the notice was not held back, or is summed up. */
    summaryAt: instant(),
    /** When the recipient answered a fire drill. */
    answeredAt: instant(),
  },
  (row) => [
    uniqueIndex('alarm_notices_event').on(row.eventKey, row.recipient),
    index('alarm_notices_incident').on(row.incidentId),
    index('alarm_notices_recipient').on(row.recipient, row.at),
    index('alarm_notices_summary').on(row.summaryAt),
  ],
);
