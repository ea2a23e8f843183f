import { z } from 'zod';
import { channelFields, registeredChannel } from '../../contract/alarms.ts';
import { id } from '../../contract/fields.ts';
import { ownAccount } from '../../core/accounts/own-account.ts';
import { confirmTest, testChannel } from '../../core/alarms/channel-proof.ts';
import { listChannels, orderChannels, removeChannel, saveChannel } from '../../core/alarms/channels.ts';
import { pushKey } from '../../core/alarms/push-key.ts';
import { registerChannel } from '../../core/alarms/register-channel.ts';
import { channelIdsOf, setServerChannels } from '../../core/alarms/server-channels.ts';
import { permitted, router } from '../trpc/procedures.ts';

const reads = ['health:read', 'telephony:own'] as const;
const writes = ['health:write', 'telephony:own'] as const;

/** Channels of contacts and of their own; clients see and change those of their own contacts. */
export const channelsRouter = router({
  /** Channels of one contact, of all contacts and their own (undefined), or their own alone (null). */
  list: permitted(...reads)
    .input(z.object({ contactId: id.nullish() }))
    .query(({ ctx: { deps, session }, input }) =>
      listChannels(deps.db, input.contactId, ownAccount(session, 'health:read')),
    ),
  save: permitted(...writes)
    .input(channelFields)
    .mutation(async ({ ctx, input }) => ({
      id: await saveChannel(ctx.deps, input, ownAccount(ctx.session, 'health:write'), ctx.recordChange),
    })),
  /** Creates a channel of its own by its name, or changes the known one. */
  register: permitted('health:write')
    .input(registeredChannel)
    .mutation(async ({ ctx, input }) => ({ id: await registerChannel(ctx.deps, input, ctx.recordChange) })),
  remove: permitted(...writes)
    .input(z.object({ id }))
    .mutation(({ ctx, input }) =>
      removeChannel(ctx.deps, input.id, ownAccount(ctx.session, 'health:write'), ctx.recordChange),
    ),
  /** Sets the order in which a contact's channels are used. */
  reorder: permitted(...writes)
    .input(z.object({ contactId: id, ids: z.array(id).max(20) }))
    .mutation(({ ctx, input }) => orderChannels(ctx.deps, input, ownAccount(ctx.session, 'health:write'))),
  /** The key that a browser subscribes to. */
  pushKey: permitted(...writes).query(async ({ ctx: { deps } }) => ({ publicKey: (await pushKey(deps)).publicKey })),
  /** Sends a test with a code. */
  test: permitted(...writes)
    .input(z.object({ id }))
    .mutation(({ ctx, input }) =>
      testChannel(ctx.deps, input.id, ownAccount(ctx.session, 'health:write'), ctx.recordChange),
    ),
  /** Proves that the last test arrived. */
  confirm: permitted(...writes)
    .input(z.object({ id, code: z.string().max(20) }))
    .mutation(({ ctx, input }) =>
      confirmTest(ctx.deps, input, ownAccount(ctx.session, 'health:write'), ctx.recordChange),
    ),
  /** Ids of the channels that a server notifies beside its contacts. */
  ofServer: permitted('health:read')
    .input(z.object({ clientId: id }))
    .query(({ ctx: { deps }, input }) => channelIdsOf(deps.db, input.clientId)),
  setOfServer: permitted('health:write')
    .input(z.object({ clientId: id, channelIds: z.array(id).max(50, 'A server takes at most 50 channels') }))
    .mutation(({ ctx, input }) => setServerChannels(ctx.deps.db, input, ctx.recordChange)),
});
