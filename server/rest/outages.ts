import { z } from 'zod';
import { channelKinds } from '../../contract/alarms.ts';
import { outageCauses } from '../../contract/health.ts';
import { requiredId } from './ids.ts';
import { requestBody } from './request-body.ts';
import { type RestRoute, route } from './route.ts';

const notified = z.object({
  Channel: z.enum(['mail', ...channelKinds]),
  Who: z.string(),
  About: z.enum(['offline', 'online', 'reminder', 'held']).describe('held: a summary of changes that were held back'),
  Outcome: z.string().describe('delivered, pending or failed'),
  Reason: z.string().nullable().describe('Why the notification failed'),
  At: z.iso.datetime(),
});

const incident = z.object({
  MonitorID: z.int(),
  Since: z.iso.datetime(),
  Until: z.iso.datetime().nullable().describe('Null: the server is still offline'),
  Cause: z.enum(outageCauses).nullable(),
  ExitCode: z.int().nullable(),
  Detail: z.string(),
  Notified: z.array(notified),
});

/** Outages of servers over REST. */
export const outageRoutes: readonly RestRoute[] = [
  route({
    method: 'GET',
    path: '/api/health/incidents',
    access: ['health:read', 'health:own'],
    summary: 'The outages of a server in the last 90 days, the newest first, with everyone who was notified',
    input: requestBody({ id: requiredId('monitor', 'MonitorID') }),
    output: z.array(incident),
    async handle({ caller }, { id }) {
      const { outages } = await caller.health.outages({ id });
      return {
        data: outages.map(({ at, until, cause, exitCode, detail, notified }) => ({
          MonitorID: id,
          Since: at.toISOString(),
          Until: until?.toISOString() ?? null,
          Cause: cause,
          ExitCode: exitCode,
          Detail: detail,
          Notified: notified.map((one) => ({
            Channel: one.channel,
            Who: one.who,
            About: one.about,
            Outcome: one.outcome,
            Reason: one.reason,
            At: one.at.toISOString(),
          })),
        })),
      };
    },
  }),
];
