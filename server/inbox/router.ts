import { desc, eq, isNull, lt } from 'drizzle-orm';
import { z } from 'zod';
import { id } from '../../contract/fields.ts';
import { contactMessage } from '../../contract/inbox.ts';
import { notFound } from '../../core/errors.ts';
import { mailContactMessage, mailJobKey } from '../../core/inbox/jobs.ts';
import { enqueueStored } from '../../core/queue/enqueue-stored.ts';
import { inboxMessages } from '../../db/schema/inbox.ts';
import type { Dependencies } from '../dependencies.ts';
import { acceptsForm } from '../http/public-forms.ts';
import { formProcedure, permitted, router } from '../trpc/procedures.ts';

const page = z.object({ cursor: id.nullish(), limit: z.int().min(1).max(100).default(50) });

/** The public contact form and the inbox. */
export const inboxRouter = router({
  /** Messages, the newest first; pass `nextCursor` for the next page, null at the end. */
  list: permitted('inbox:read')
    .input(page)
    .query(async ({ ctx: { deps }, input }) => {
      const found = await deps.db
        .select()
        .from(inboxMessages)
        .where(input.cursor ? lt(inboxMessages.id, input.cursor) : undefined)
        .orderBy(desc(inboxMessages.id))
        .limit(input.limit + 1);
      const messages = found.slice(0, input.limit);
      return {
        messages,
        nextCursor: found.length > input.limit ? (messages.at(-1)?.id ?? null) : null,
        unread: await deps.db.$count(inboxMessages, isNull(inboxMessages.readAt)),
        total: await deps.db.$count(inboxMessages),
      };
    }),

  markRead: permitted('inbox:write')
    .input(z.object({ id, read: z.boolean() }))
    .mutation(async ({ ctx: { deps }, input }) => {
      const [changed] = await deps.db
        .update(inboxMessages)
        .set({ readAt: input.read ? deps.now() : null })
        .where(eq(inboxMessages.id, input.id))
        .returning({ id: inboxMessages.id });
      if (!changed) throw notFound('This message');
    }),

  delete: permitted('inbox:write')
    .input(z.object({ id }))
    .mutation(async ({ ctx: { deps }, input }) => {
      const [deleted] = await deps.db
        .delete(inboxMessages)
        .where(eq(inboxMessages.id, input.id))
        .returning({ id: inboxMessages.id });
      if (!deleted) throw notFound('This message');
    }),

  /** Stores a visitor's message (specification, section 5) and enqueues its mail if mail is on. */
  send: formProcedure.input(contactMessage).mutation(async ({ ctx, input }) => {
    const { website, ...message } = input;
    if (await acceptsForm(ctx, 'contact', website)) await storeMessage(ctx.deps, message);
    return { sent: true };
  }),
});

async function storeMessage(
  deps: Dependencies,
  message: Pick<typeof inboxMessages.$inferInsert, 'name' | 'email' | 'message'>,
) {
  const [stored] = await deps.db
    .insert(inboxMessages)
    .values({ ...message, receivedAt: deps.now() })
    .returning({ id: inboxMessages.id });
  if (!stored || deps.config.smtpUrl === null) return;
  await enqueueStored(deps, mailContactMessage, { messageId: stored.id }, { dedupeKey: mailJobKey(stored.id) });
}
