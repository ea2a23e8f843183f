import { incidentStates } from '../../contract/status.ts';
import { childOf, choice, count, flag, id, index, instant, primaryKey, table, text, uniqueIndex } from '../columns.ts';
import { clients } from './clients.ts';

/** Incidents of the status page. Visitors see those that are neither drafts nor discarded. */
export const statusIncidents = table(
  'status_incidents',
  {
    id: id(),
    /** The outage for which the product made the draft, so that it makes one only. Null: a person made it. */
    outageKey: text(),
    title: text().notNull(),
    state: choice(incidentStates).notNull(),
    isDraft: flag().notNull(),
    /** A discarded draft stays, so that the product does not make it again. */
    isDiscarded: flag().notNull().default(false),
    /**
     * Affects no server in particular: shown on /status. Other incidents are shown on the pages of their servers, and on none once these
     * are gone: an incident of a secret group's servers must not become public by their removal.
     */
    isGeneral: flag().notNull().default(false),
    startedAt: instant().notNull(),
    resolvedAt: instant(),
  },
  (row) => [
    uniqueIndex('status_incidents_outage').on(row.outageKey),
    index('status_incidents_started').on(row.startedAt),
  ],
);

/** The updates of an incident: what its readers can read, and since when. */
export const statusUpdates = table(
  'status_updates',
  {
    id: id(),
    incidentId: childOf(() => statusIncidents.id),
    state: choice(incidentStates).notNull(),
    text: text().notNull(),
    at: instant().notNull(),
    /** Last subscriber whose mail is stored; null: no mail is still to be stored. */
    mailsStoredTo: count(),
  },
  (row) => [
    index('status_updates_incident').on(row.incidentId, row.id),
    index('status_updates_mails').on(row.mailsStoredTo),
  ],
);

/** The servers that an incident affects. */
export const statusIncidentServers = table(
  'status_incident_servers',
  {
    incidentId: childOf(() => statusIncidents.id),
    clientId: childOf(() => clients.id),
    /** Start of the server's outage that the incident is about. Null: the server was not offline. */
    outageAt: instant(),
    /** Taken off the incident by a person. The row stays, so that the outage gets no draft again. */
    isRemoved: flag().notNull().default(false),
  },
  (row) => [
    primaryKey({ columns: [row.incidentId, row.clientId] }),
    index('status_incident_servers_client').on(row.clientId, row.outageAt),
  ],
);
