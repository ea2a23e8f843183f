import { desc, eq, isNotNull, lt } from 'drizzle-orm';
import { z } from 'zod';
import { id } from '../../contract/fields.ts';
import { subscription } from '../../contract/subscribe.ts';
import { notFound } from '../../core/errors.ts';
import { isSubscribed, isWaiting, stateOf, subscribe } from '../../core/inbox/subscribers.ts';
import * as tables from '../../db/schema/subscribe.ts';
import { acceptsForm } from '../http/public-forms.ts';
import { formProcedure, permitted } from '../trpc/procedures.ts';

const { subscribers } = tables;
const page = z.object({ cursor: id.nullish(), limit: z.int().min(1).max(100).default(50) });

/** Procedures of the newsletter's subscriber list, part of the section's router (design, section 6). */
export const subscriberProcedures = {
  /** Addresses, the newest first; pass `nextCursor` for the next page, null at the end. */
  subscribers: permitted('inbox:read')
    .input(page)
    .query(async ({ ctx: { deps }, input }) => {
      const { id, email, subscribedAt, unsubscribedAt, needsConfirmation, confirmedAt } = subscribers;
      const found = await deps.db
        .select({ id, email, subscribedAt, unsubscribedAt, needsConfirmation, confirmedAt })
        .from(subscribers)
        .where(input.cursor ? lt(subscribers.id, input.cursor) : undefined)
        .orderBy(desc(subscribers.id))
        .limit(input.limit + 1);
      const shown = found.slice(0, input.limit);
      return {
        subscribers: shown.map(({ needsConfirmation, ...row }) => ({
          ...row,
          state: stateOf({ ...row, needsConfirmation }),
        })),
        nextCursor: found.length > input.limit ? (shown.at(-1)?.id ?? null) : null,
        active: await deps.db.$count(subscribers, isSubscribed),
        waiting: await deps.db.$count(subscribers, isWaiting),
        unsubscribed: await deps.db.$count(subscribers, isNotNull(subscribers.unsubscribedAt)),
      };
    }),

  removeSubscriber: permitted('inbox:write')
    .input(z.object({ id }))
    .mutation(async ({ ctx: { deps }, input }) => {
      const [removed] = await deps.db
        .delete(subscribers)
        .where(eq(subscribers.id, input.id))
        .returning({ id: subscribers.id });
      if (!removed) throw notFound('This subscriber');
    }),

  /**
   * Subscribes an address from the public form; the reply does not reveal whether it was already subscribed. While mail is
   * on, the address must be confirmed.
   */
  add: formProcedure.input(subscription).mutation(async ({ ctx, input: { website, email, consentVersion } }) => {
    if (await acceptsForm(ctx, 'newsletter', website)) await subscribe(ctx.deps, email, consentVersion);
    return { added: true, needsConfirmation: ctx.deps.config.smtpUrl !== null };
  }),
};
