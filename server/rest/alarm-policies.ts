import { z } from 'zod';
import { type PolicyRecipient, type PolicyScope, policyFields, scopeKinds } from '../../contract/alarm-policies.ts';
import { messages } from '../../contract/messages.ts';
import { invalid } from '../../core/errors.ts';
import { requiredId } from './ids.ts';
import { plain, requestBody } from './request-body.ts';
import { type RestRoute, route } from './route.ts';

const step = z.object({
  AfterMinutes: z.int().describe('Minutes after the outage was noticed'),
  Notify: z.array(z.string()).describe('server, company, contact:7, channel:3 or rota:2'),
});
const quiet = z.object({ TimeZone: z.string(), From: z.string(), Until: z.string() });

const listed = z.object({
  PolicyID: z.int(),
  Name: z.string(),
  Steps: z.array(step),
  Repeats: z.int(),
  RepeatMinutes: z.int(),
  QuietHours: quiet.nullable(),
  MaxPerHour: z.int().nullable(),
  FireDrill: z.literal([0, 1]),
  FireDrillMonitorID: z.int().nullable().describe('Server whose contacts and channels take part in fire drills'),
  AppliesTo: z.array(z.string()).describe('all, server:7, group:1 or account:2'),
});

const { name, repeats, repeatMinutes, maxPerHour, isDrilled, drillServerId } = policyFields.shape;
const body = requestBody({
  name: plain('Name', name),
  steps: plain('Steps', z.array(step)),
  repeats: plain('Repeats', repeats, z.int().optional().describe('Runs of all steps after the first one')),
  repeatMinutes: plain('RepeatMinutes', repeatMinutes, z.int().optional()),
  quiet: plain('QuietHours', quiet.nullable().default(null), quiet.nullish()),
  maxPerHour: plain('MaxPerHour', maxPerHour, z.int().nullish().describe('Alarms for one recipient in an hour')),
  isDrilled: plain('FireDrill', isDrilled, z.boolean().optional().describe('A fire drill each month')),
  drillServerId: plain(
    'FireDrillMonitorID',
    drillServerId,
    z.int().nullish().describe('Server whose contacts and channels take part in fire drills'),
  ),
  scopes: plain('AppliesTo', z.array(z.string()).default([]), z.array(z.string()).optional()),
});
const byId = requestBody({ id: requiredId('PolicyID') });
const changes = ['health:write'] as const;

/** Paths for programs that say who is notified when. */
export const policyRoutes: readonly RestRoute[] = [
  route({
    method: 'GET',
    path: '/api/health/policies',
    access: ['health:read'],
    summary: 'Policies of alarms: who is notified when',
    output: z.array(listed),
    async handle({ caller }) {
      const policies = await caller.alarms.policies.list();
      return {
        data: policies.map((policy) => ({
          PolicyID: policy.id,
          Name: policy.name,
          Steps: policy.steps.map(({ afterMinutes, recipients }) => ({
            AfterMinutes: afterMinutes,
            Notify: recipients.map(writeRecipient),
          })),
          Repeats: policy.repeats,
          RepeatMinutes: policy.repeatMinutes,
          QuietHours: policy.quiet && {
            TimeZone: policy.quiet.timeZone,
            From: policy.quiet.from,
            Until: policy.quiet.until,
          },
          MaxPerHour: policy.maxPerHour,
          FireDrill: policy.isDrilled ? (1 as const) : (0 as const),
          FireDrillMonitorID: policy.drillServerId,
          AppliesTo: policy.scopes.map(({ kind, targetId }) => (kind === 'all' ? 'all' : `${kind}:${targetId}`)),
        })),
      };
    },
  }),
  route({
    method: 'POST',
    path: '/api/health/policies',
    access: changes,
    summary: 'Creates the policy with this name, or changes the known one',
    input: body,
    output: z.int().describe("The policy's id"),
    async handle({ caller }, { quiet: hours, steps, scopes, ...fields }) {
      const { id } = await caller.alarms.policies.register({
        ...fields,
        steps: steps.map(({ AfterMinutes, Notify }) => ({
          afterMinutes: AfterMinutes,
          recipients: Notify.map(readRecipient),
        })),
        quiet: hours && { timeZone: hours.TimeZone, from: hours.From, until: hours.Until },
        scopes: scopes.map(readScope),
      });
      return { message: messages.saved, data: id };
    },
  }),
  route({
    method: 'POST',
    path: '/api/health/policies/delete',
    access: changes,
    summary: 'Deletes a policy; its servers then notify everyone at once',
    input: byId,
    output: z.int().describe("The policy's id"),
    async handle({ caller }, { id }) {
      await caller.alarms.policies.remove({ id });
      return { message: messages.deleted, data: id };
    },
  }),
  route({
    method: 'POST',
    path: '/api/health/policies/drill',
    access: changes,
    summary: 'Starts a fire drill: a test through the steps of a policy that asks everyone for an answer',
    input: byId,
    output: z.int().describe("The incident's id"),
    async handle({ caller }, { id }) {
      const { incidentId } = await caller.alarms.policies.drill({ id });
      return { message: messages.saved, data: incidentId };
    },
  }),
];

function writeRecipient(recipient: PolicyRecipient): string {
  return 'id' in recipient ? `${recipient.kind}:${recipient.id}` : recipient.kind;
}

function readRecipient(text: string): PolicyRecipient {
  if (text === 'server' || text === 'company') return { kind: text };
  const [, kind, id] = /^(contact|channel|rota):(\d{1,9})$/.exec(text) ?? [];
  if (kind === 'contact' || kind === 'channel' || kind === 'rota') return { kind, id: Number(id) };
  throw invalid({ Steps: `Notify has ${text}: write server, company, contact:7, channel:3 or rota:2` });
}

function readScope(text: string): PolicyScope {
  if (text === 'all') return { kind: 'all', targetId: 0 };
  const [, name, targetId] = /^(server|group|account):(\d{1,9})$/.exec(text) ?? [];
  const kind = scopeKinds.find((one) => one === name);
  if (kind === undefined)
    throw invalid({ AppliesTo: `There is no ${text}: write all, server:7, group:1 or account:2` });
  return { kind, targetId: Number(targetId) };
}
