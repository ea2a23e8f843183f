import { z } from 'zod';
import { id, line, paragraph } from './fields.ts';

/** States of an incident, in their usual order. */
export const incidentStates = ['investigating', 'identified', 'monitoring', 'resolved'] as const;
type IncidentState = (typeof incidentStates)[number];

/** The states in words. */
export const incidentLabels: Record<IncidentState, string> = {
  investigating: 'Investigating',
  identified: 'Identified',
  monitoring: 'Monitoring',
  resolved: 'Resolved',
};

/** Servers of an incident. */
const maxServers = 200;

/** An incident's title and the servers it affects; without an id a new draft. */
export const incidentFields = z.object({
  id: id.optional(),
  title: line('Title', 120),
  clientIds: z.array(id).max(maxServers, `An incident has at most ${maxServers} servers`),
});

/** An update of an incident; the first one publishes the incident. */
export const incidentUpdate = z.object({ id, state: z.enum(incidentStates), text: paragraph('Text', 4000) });
