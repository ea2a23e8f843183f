import { z } from 'zod';
import { incidentKinds, incidentNote, incidentSnooze } from '../../contract/alarm-incidents.ts';
import { messages } from '../../contract/messages.ts';
import { requiredId } from './ids.ts';
import { plain, requestBody } from './request-body.ts';
import { type RestRoute, route } from './route.ts';

const listed = z.object({
  IncidentID: z.int(),
  Kind: z.enum(incidentKinds),
  Title: z.string(),
  Policy: z.string().nullable(),
  OpenedAt: z.iso.datetime(),
  AcknowledgedAt: z.iso.datetime().nullable(),
  AcknowledgedBy: z.string().nullable(),
  SnoozedUntil: z.iso.datetime().nullable(),
  NextStepAt: z.iso.datetime().nullable().describe('When the next step of the policy is due'),
});

const incidentId = requiredId('IncidentID');
const changes = ['health:write'] as const;
const output = z.int().describe("The incident's id");

/** Paths for programs that take care of incidents. */
export const incidentRoutes: readonly RestRoute[] = [
  route({
    method: 'GET',
    path: '/api/health/incidents/open',
    access: ['health:read'],
    summary: 'Open incidents, the newest first',
    output: z.array(listed),
    async handle({ caller }) {
      const { open } = await caller.alarms.incidents.list({});
      return {
        data: open.map((incident) => ({
          IncidentID: incident.id,
          Kind: incident.kind,
          Title: incident.title,
          Policy: incident.policy,
          OpenedAt: incident.openedAt.toISOString(),
          AcknowledgedAt: incident.acknowledgedAt?.toISOString() ?? null,
          AcknowledgedBy: incident.acknowledgedBy,
          SnoozedUntil: incident.snoozedUntil?.toISOString() ?? null,
          NextStepAt: incident.stepAt?.toISOString() ?? null,
        })),
      };
    },
  }),
  route({
    method: 'POST',
    path: '/api/health/incidents/acknowledge',
    access: changes,
    summary: 'Takes care of an incident: no further alarms are sent for it',
    input: requestBody({ id: incidentId }),
    output,
    async handle({ caller }, { id }) {
      await caller.alarms.incidents.acknowledge({ id });
      return { message: messages.saved, data: id };
    },
  }),
  route({
    method: 'POST',
    path: '/api/health/incidents/reopen',
    access: changes,
    summary: 'Takes an acknowledgement back: the steps go on',
    input: requestBody({ id: incidentId }),
    output,
    async handle({ caller }, { id }) {
      await caller.alarms.incidents.reopen({ id });
      return { message: messages.saved, data: id };
    },
  }),
  route({
    method: 'POST',
    path: '/api/health/incidents/snooze',
    access: changes,
    summary: 'Sends nothing about an incident for some minutes',
    input: requestBody({ id: incidentId, minutes: plain('Minutes', incidentSnooze.shape.minutes) }),
    output,
    async handle({ caller }, input) {
      await caller.alarms.incidents.snooze(input);
      return { message: messages.saved, data: input.id };
    },
  }),
  route({
    method: 'POST',
    path: '/api/health/incidents/note',
    access: changes,
    summary: 'Adds a note to the timeline of an incident',
    input: requestBody({ id: incidentId, text: plain('Note', incidentNote.shape.text) }),
    output,
    async handle({ caller }, input) {
      await caller.alarms.incidents.note(input);
      return { message: messages.saved, data: input.id };
    },
  }),
];
