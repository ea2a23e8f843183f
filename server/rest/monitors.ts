import { z } from 'zod';
import { checkKinds, checkStatuses } from '../../contract/checks.ts';
import { healthStatuses } from '../../contract/health.ts';
import { monitorFields, snooze } from '../../contract/health-monitors.ts';
import { maxPeriodSeconds } from '../../contract/health-schedule.ts';
import { messages } from '../../contract/messages.ts';
import { invalid } from '../../core/errors.ts';
import { wholeNumber } from './fields.ts';
import { requiredId } from './ids.ts';
import { monitorChecks, toCheckSettings } from './monitor-checks.ts';
import { decoded, plain, requestBody, shownAs } from './request-body.ts';
import { type RestRoute, route } from './route.ts';

const listedCheck = z.object({
  Kind: z.enum(checkKinds),
  Url: z
    .string()
    .describe('Of other kinds than http: tls://host:port, tcp://host:port, dns://host/type, domain://host'),
  Status: z.enum(checkStatuses),
  LastCheckedAt: z.iso.datetime().nullable(),
  LatencyMs: z.int().nullable().describe('Duration of the last attempt'),
  Reason: z.string().describe('Why the last attempt failed; empty after a success'),
});

const listed = z.object({
  MonitorID: z.int(),
  Name: z.string(),
  Status: z.enum(healthStatuses),
  LastPingAt: z.iso.datetime().nullable(),
  DueAt: z.iso
    .datetime()
    .nullable()
    .describe('Without a ping by then the server is offline; null: no ping is expected'),
  Checks: z.array(listedCheck),
});

const seconds = z.int().min(1).max(maxPeriodSeconds).optional();
const text = z.string().optional();
const flag = z.union([z.boolean(), z.literal([0, 1])]).optional();

const body = requestBody({
  name: plain('Name', monitorFields.shape.name),
  period: plain('IntervalSeconds', seconds),
  cron: plain('Cron', text, text.describe('Five fields; needs TimeZone, and takes the place of IntervalSeconds')),
  timeZone: plain('TimeZone', text, text.describe('IANA name; left out: UTC')),
  grace: plain('GraceSeconds', z.int().min(0).optional()),
  checks: plain('Checks', monitorChecks.optional()),
  channels: plain(
    'Channels',
    monitorFields.shape.channels,
    z.array(z.int()).optional().describe('Ids of channels, beside the contacts of the server’s SMS account'),
  ),
  parents: plain(
    'DependsOn',
    monitorFields.shape.parents,
    z
      .array(z.string())
      .optional()
      .describe('Names of servers; while one of them is offline, alarms of this one are held back'),
  ),
  isPublic: plain(
    'Public',
    shownAs(
      flag.transform((raw) => (raw === undefined ? undefined : Boolean(raw))),
      flag,
    ),
  ),
});

/** The schedule of a body; undefined keeps the stored one. */
function scheduleOf({ period, cron, timeZone = 'UTC' }: ReturnType<typeof body.parse>) {
  if (cron !== undefined && period !== undefined)
    throw invalid({ Cron: 'Give either IntervalSeconds or Cron, not both' });
  if (cron !== undefined) return { kind: 'cron' as const, expression: cron, timeZone };
  return period === undefined ? undefined : { kind: 'period' as const, seconds: period };
}

const byId = requestBody({ id: requiredId('MonitorID') });
const changes = ['health:write'] as const;

/** Paths for programs that create, change and watch monitored servers. */
export const monitorRoutes: readonly RestRoute[] = [
  route({
    method: 'GET',
    path: '/api/health/monitors',
    access: ['health:read', 'health:own'],
    summary: 'Monitored servers; a client’s own',
    output: z.array(listed),
    async handle({ caller }) {
      const [monitors, checks] = await Promise.all([caller.health.list(), caller.health.checks()]);
      const checksOf = Map.groupBy(checks, ({ clientId }) => clientId);
      return {
        data: monitors.map(({ id, name, status, lastPingAt, dueAt }) => ({
          MonitorID: id,
          Name: name,
          Status: status,
          LastPingAt: lastPingAt?.toISOString() ?? null,
          DueAt: dueAt?.toISOString() ?? null,
          Checks: (checksOf.get(id) ?? []).map((check) => ({
            Kind: check.kind,
            Url: check.address,
            Status: check.status,
            LastCheckedAt: check.checkedAt?.toISOString() ?? null,
            LatencyMs: check.latencyMs,
            Reason: check.reason,
          })),
        })),
      };
    },
  }),
  route({
    method: 'POST',
    path: '/api/health/monitors',
    access: changes,
    summary: 'Creates the server with this name, or changes the known one; what is left out keeps its value',
    input: body,
    output: z.object({ MonitorID: z.int(), PingUrl: z.url() }),
    async handle({ caller, viewer }, input) {
      const { name, grace: graceSeconds, isPublic: isOnStatusPage, channels, parents } = input;
      const checks = input.checks && toCheckSettings(input.checks);
      const schedule = scheduleOf(input);
      const { id, code } = await caller.health.register({
        name,
        schedule,
        graceSeconds,
        isOnStatusPage,
        checks,
        channels,
        parents,
      });
      return {
        message: messages.saved,
        data: { MonitorID: id, PingUrl: `${viewer.publicUrl}/serverhealthstatus/${code}` },
      };
    },
  }),
  ...(['pause', 'resume'] as const).map((action) =>
    route({
      method: 'POST',
      path: `/api/health/monitors/${action}`,
      access: changes,
      summary: action === 'pause' ? 'Pauses monitoring of a server' : 'Resumes monitoring with a whole interval',
      input: byId,
      output: z.int().describe("The server's id"),
      async handle({ caller }, { id }) {
        await caller.health.pause({ id, isPaused: action === 'pause' });
        return { message: messages.saved, data: id };
      },
    }),
  ),
  route({
    method: 'POST',
    path: '/api/health/monitors/snooze',
    access: changes,
    summary: 'Holds a server’s alarms back for some minutes from now, as a maintenance does; 0 ends its maintenance',
    input: requestBody({
      id: requiredId('MonitorID'),
      minutes: {
        names: ['Minutes'],
        isBlank: () => false,
        schema: decoded(snooze.shape.minutes, wholeNumber, z.int()),
      },
    }),
    output: z.object({ MonitorID: z.int(), Until: z.iso.datetime() }),
    async handle({ caller }, { id, minutes }) {
      const until = await caller.health.snooze({ clientId: id, minutes });
      return { message: messages.saved, data: { MonitorID: id, Until: until.toISOString() } };
    },
  }),
  route({
    method: 'POST',
    path: '/api/health/monitors/delete',
    access: changes,
    summary: 'Ends monitoring of a server, and deletes its client unless the page shows the client',
    input: byId,
    output: z.int().describe("The server's id"),
    async handle({ caller }, { id }) {
      await caller.health.remove({ id });
      return { message: messages.deleted, data: id };
    },
  }),
];
