import { z } from 'zod';
import { channelKinds, registeredChannel } from '../../contract/alarms.ts';
import { messages } from '../../contract/messages.ts';
import { requiredId } from './ids.ts';
import { plain, requestBody } from './request-body.ts';
import { type RestRoute, route } from './route.ts';

const listed = z.object({
  ChannelID: z.int(),
  Kind: z.enum(channelKinds),
  Name: z.string(),
  Target: z.string().describe('Masked if the address is a secret'),
  ContactID: z.int().nullable().describe('The contact whose channel it is; null: a channel of its own'),
  IsActive: z.literal([0, 1]),
  ProvenAt: z.iso.datetime().nullable().describe('When a person last confirmed that a test arrived'),
  Problem: z.string().nullable().describe('Why the last notification failed'),
});

const { kind, name, target, secret } = registeredChannel.shape;
const byId = requestBody({ id: requiredId('ChannelID') });
const changes = ['health:write'] as const;

/** Paths for programs that create, test and delete channels of alarms. */
export const channelRoutes: readonly RestRoute[] = [
  route({
    method: 'GET',
    path: '/api/health/channels',
    access: ['health:read', 'telephony:own'],
    summary: 'Channels of alarms; those of a client’s own contacts',
    output: z.array(listed),
    async handle({ caller }) {
      const channels = await caller.alarms.channels.list({});
      return {
        data: channels.map((channel) => ({
          ChannelID: channel.id,
          Kind: channel.kind,
          Name: channel.name,
          Target: channel.target,
          ContactID: channel.contactId,
          IsActive: channel.isActive ? (1 as const) : (0 as const),
          ProvenAt: channel.provenAt?.toISOString() ?? null,
          Problem: channel.problem,
        })),
      };
    },
  }),
  route({
    method: 'POST',
    path: '/api/health/channels',
    access: changes,
    summary: 'Creates the channel with this name, or changes the known one',
    input: requestBody({
      kind: plain('Kind', kind),
      name: plain('Name', name),
      target: plain('Target', target, z.string().describe('Number, address or URL; of Telegram the id of the chat')),
      secret: plain(
        'Secret',
        secret,
        z.string().optional().describe('Key of a webhook (whsec_…), token of a bot (Telegram) or of ntfy'),
      ),
    }),
    output: z.int().describe("The channel's id"),
    async handle({ caller }, input) {
      const { id } = await caller.alarms.channels.register(input);
      return { message: messages.saved, data: id };
    },
  }),
  route({
    method: 'POST',
    path: '/api/health/channels/test',
    access: changes,
    summary: 'Sends a test with a code; entered in the back office, the code proves the channel',
    input: byId,
    output: z.int().describe("The channel's id"),
    async handle({ caller }, { id }) {
      await caller.alarms.channels.test({ id });
      return { message: messages.saved, data: id };
    },
  }),
  route({
    method: 'POST',
    path: '/api/health/channels/delete',
    access: changes,
    summary: 'Deletes a channel',
    input: byId,
    output: z.int().describe("The channel's id"),
    async handle({ caller }, { id }) {
      await caller.alarms.channels.remove({ id });
      return { message: messages.deleted, data: id };
    },
  }),
];
