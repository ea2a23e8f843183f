import { z } from 'zod';
import { incidentNote, incidentSnooze } from '../../contract/alarm-incidents.ts';
import { id } from '../../contract/fields.ts';
import { acknowledge } from '../../core/alarms/acknowledge.ts';
import { noteOnIncident, reopenIncident, snoozeIncident } from '../../core/alarms/change-incident.ts';
import { findIncident } from '../../core/alarms/find-incident.ts';
import { countAlarming, listIncidents, readIncident } from '../../core/alarms/incidents.ts';
import { permitted, router } from '../trpc/procedures.ts';

const record = 'Incident';

/** Outages that people are notified of: who was notified, who takes care, and what happened. */
export const incidentsRouter = router({
  /** Open incidents, and those that are over in pages: `cursor` is the last id of the page before. */
  list: permitted('health:read')
    .input(z.object({ cursor: id.nullish() }))
    .query(async ({ ctx: { deps }, input }) => ({
      ...(await listIncidents(deps.db, { before: input.cursor ?? undefined })),
      now: deps.now(),
    })),
  /** Number of open outages of which nobody takes care. */
  alarming: permitted('health:read').query(({ ctx: { deps } }) => countAlarming(deps.db, deps.now())),
  detail: permitted('health:read')
    .input(z.object({ id }))
    .query(async ({ ctx: { deps }, input }) => ({ ...(await readIncident(deps.db, input.id)), now: deps.now() })),
  /** Takes care of an incident: no further alarms are sent for it. */
  acknowledge: permitted('health:write')
    .input(z.object({ id }))
    .mutation(async ({ ctx: { deps, session, recordChange }, input }) => {
      const incident = await findIncident(deps.db, input.id);
      const answering = { who: session.userName, recipient: null };
      const answer = await acknowledge(deps.db, incident, answering, deps.now());
      if (answer === 'acknowledged')
        recordChange({ record, id: input.id, after: { title: incident.title, acknowledgedBy: session.userName } });
      return { answer };
    }),
  /** Takes the acknowledgement back: the steps go on. */
  reopen: permitted('health:write')
    .input(z.object({ id }))
    .mutation(async ({ ctx: { deps, session, recordChange }, input }) => {
      const incident = await findIncident(deps.db, input.id);
      await reopenIncident(deps.db, incident, session.userName, deps.now());
      recordChange({ record, id: input.id, after: { title: incident.title, reopenedBy: session.userName } });
    }),
  snooze: permitted('health:write')
    .input(incidentSnooze)
    .mutation(async ({ ctx: { deps, session, recordChange }, input: { id: incidentId, minutes } }) => {
      const incident = await findIncident(deps.db, incidentId);
      await snoozeIncident(deps.db, incident, { minutes, who: session.userName }, deps.now());
      recordChange({ record, id: incidentId, after: { title: incident.title, snoozedMinutes: minutes } });
    }),
  note: permitted('health:write')
    .input(incidentNote)
    .mutation(async ({ ctx: { deps, session, recordChange }, input: { id: incidentId, text } }) => {
      const incident = await findIncident(deps.db, incidentId);
      await noteOnIncident(deps.db, incident, { text, who: session.userName }, deps.now());
      recordChange({ record, id: incidentId, after: { title: incident.title, note: text } });
    }),
});
