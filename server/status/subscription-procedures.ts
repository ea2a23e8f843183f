import { z } from 'zod';
import { id } from '../../contract/fields.ts';
import { statusSubscription } from '../../contract/status-subscription.ts';
import { listSubscribers, removeSubscriber, subscribeToStatus } from '../../core/status/subscriptions.ts';
import { acceptsForm } from '../http/public-forms.ts';
import { formProcedure, permitted } from '../trpc/procedures.ts';

const page = z.object({ cursor: id.nullish(), limit: z.int().min(1).max(100).default(50) });

/** Procedures of the status page's subscribers, part of its router. */
export const subscriptionProcedures = {
  /** Sends the link that confirms an address; the answer does not reveal whether the address is subscribed. */
  subscribe: formProcedure.input(statusSubscription).mutation(async ({ ctx, input: { website, email } }) => {
    if (await acceptsForm(ctx, 'status updates', website)) await subscribeToStatus(ctx.deps, email);
    return { sent: true };
  }),
  /** Subscribers, the newest first; pass `nextCursor` for the next page, null at the end. */
  subscribers: permitted('health:read')
    .input(page)
    .query(({ ctx: { deps }, input: { cursor, limit } }) => listSubscribers(deps, { cursor: cursor ?? null, limit })),
  removeSubscriber: permitted('health:write')
    .input(z.object({ id }))
    .mutation(({ ctx, input }) => removeSubscriber(ctx.deps, input.id, ctx.recordChange)),
};
