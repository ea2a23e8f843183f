import { z } from 'zod';
import { id, saveKey } from '../../contract/fields.ts';
import { logPage, logPreferences, logTextSearch, logView, month } from '../../contract/message-log.ts';
import { messageText, newTelephonyClient, telephonyClient, telephonyContact } from '../../contract/telephony.ts';
import { ownAccount } from '../../core/accounts/own-account.ts';
import { newOrder } from '../../core/content/reorder.ts';
import { conflict, notFound } from '../../core/errors.ts';
import { findAccount } from '../../core/telephony/account-access.ts';
import * as accounts from '../../core/telephony/accounts.ts';
import * as contacts from '../../core/telephony/contacts.ts';
import { syncAccountLog, syncKey } from '../../core/telephony/jobs.ts';
import { readLogPreferences, saveLogPreferences } from '../../core/telephony/log-preferences.ts';
import { countOutcomes, readLogDetails, readLogPage } from '../../core/telephony/log-query.ts';
import { searchLog } from '../../core/telephony/log-search.ts';
import { messageCosts, monthsOf } from '../../core/telephony/message-costs.ts';
import { messageStory } from '../../core/telephony/message-story.ts';
import { scopeOf } from '../../core/telephony/scope.ts';
import { sendAgain } from '../../core/telephony/send-again.ts';
import { isPublicUrl } from '../../core/telephony/status-callback.ts';
import { messageProgress, sendTestMessage, testUsage } from '../../core/telephony/test-message.ts';
import { editOf } from '../content/edit-of.ts';
import { saveTarget, targetOf } from '../content/record-router.ts';
import { permitted, router, unaudited } from '../trpc/procedures.ts';

const byId = z.object({ id });
const all = z.object({ parentId: id.optional() });

/** Accounts, for Admins only. */
const clients = router({
  list: permitted('telephony:read')
    .input(all)
    .query(({ ctx }) => accounts.listAccounts(ctx.deps)),
  /** Creates without an id, else updates; a masked AuthToken keeps the stored one. */
  save: permitted('telephony:write')
    .input(z.object({ ...saveTarget, values: telephonyClient }))
    .mutation(({ ctx, input: { values, ...where } }) =>
      accounts.saveAccount(ctx.deps, targetOf(ctx, where), values, ctx.recordChange),
    ),
  /** Creates a user and their account in one transaction. */
  create: permitted('telephony:write')
    .input(z.object({ values: newTelephonyClient, key: saveKey.optional() }))
    .mutation(({ ctx, input: { values, key } }) =>
      accounts.createAccountWithUser(ctx.deps, targetOf(ctx, { key }), values, ctx.recordChange),
    ),
  delete: permitted('telephony:write')
    .input(byId)
    .mutation(({ ctx, input }) => withoutRevision(accounts.deleteAccount(ctx.deps, input.id, editOf(ctx, 'account')))),
  reorder: permitted('telephony:write')
    .input(newOrder)
    .mutation(({ ctx, input }) => withoutRevision(accounts.reorderAccounts(ctx.deps.db, input))),
  /** Starts an import of the account's message log, also one that waits for another attempt. */
  sync: permitted('telephony:write')
    .input(byId)
    .mutation(async ({ ctx: { deps }, input }) => {
      const account = await findAccount(deps, input.id);
      if (!account) throw notFound('This client');
      if (!account.isActive) throw conflict('This client is not active, so its message log is not synced.');
      const options = { dedupeKey: syncKey(account.id), priority: 'high', promote: true } as const;
      await deps.queue.enqueue(syncAccountLog, { telephonyClientId: account.id }, options);
    }),
});

/** The answer to a change that has no history and cannot be undone. */
async function withoutRevision(change: Promise<void>): Promise<{ revision: null }> {
  await change;
  return { revision: null };
}

/** Contacts; a client is restricted to its own, whatever id it sends (specification, section 6). */
const contactsRouter = router({
  list: permitted('telephony:read', 'telephony:own')
    .input(all)
    .query(({ ctx, input }) => contacts.listContacts(ctx.deps.db, scopeOf(ctx.session, input.parentId))),
  save: permitted('telephony:write', 'telephony:own')
    .input(z.object({ ...saveTarget, values: telephonyContact }))
    .mutation(({ ctx, input: { values, ...where } }) =>
      contacts.saveContact(
        ctx.deps,
        targetOf(ctx, where),
        values,
        ownAccount(ctx.session, 'telephony:write'),
        ctx.recordChange,
      ),
    ),
  delete: permitted('telephony:write', 'telephony:own')
    .input(byId)
    .mutation(({ ctx, input }) =>
      withoutRevision(
        contacts.deleteContact(ctx.deps, input.id, ownAccount(ctx.session, 'telephony:write'), ctx.recordChange),
      ),
    ),
  reorder: permitted('telephony:write', 'telephony:own')
    .input(newOrder)
    .mutation(({ ctx, input }) =>
      withoutRevision(contacts.reorderContacts(ctx.deps, input, ownAccount(ctx.session, 'telephony:write'))),
    ),
  /** Used and allowed test messages of the day; null for an Admin, who has no limit. */
  testUsage: permitted('telephony:read', 'telephony:own')
    .input(z.object({ contactId: id }))
    .query(({ ctx, input }) => testUsage(ctx.deps, input.contactId, ownAccount(ctx.session, 'telephony:read'))),
  /** Sends a test message; `requestId` makes repeated calls idempotent. */
  sendTest: permitted('telephony:send', 'telephony:own')
    .input(z.object({ contactId: id, text: messageText, requestId: z.string().min(8).max(64) }))
    .mutation(({ ctx, input }) => sendTestMessage(ctx.deps, input, ownAccount(ctx.session, 'telephony:send'))),
});

/** The message log; a client is restricted to its own. */
const log = router({
  page: permitted('telephony:read', 'telephony:own')
    .input(logPage)
    .query(({ ctx, input }) =>
      readLogPage(ctx.deps.db, { ...input, telephonyClientId: scopeOf(ctx.session, input.telephonyClientId) }),
    ),
  /** Messages of each outcome with these filters. */
  counts: permitted('telephony:read', 'telephony:own')
    .input(logView)
    .query(({ ctx, input }) =>
      countOutcomes(ctx.deps.db, { ...input, telephonyClientId: scopeOf(ctx.session, input.telephonyClientId) }),
    ),
  /** Messages with every word in any text or name, the newest first; `next` is where the next answer goes on. */
  search: permitted('telephony:read', 'telephony:own')
    .input(logTextSearch)
    .query(({ ctx, input }) =>
      searchLog(ctx.deps.db, { ...input, telephonyClientId: scopeOf(ctx.session, input.telephonyClientId) }),
    ),
  /** One message from its cause to its end. */
  story: permitted('telephony:read', 'telephony:own')
    .input(byId)
    .query(({ ctx, input }) => messageStory(ctx.deps, input.id, ownAccount(ctx.session, 'telephony:read'))),
  /** Sends a message that did not arrive again. */
  sendAgain: permitted('telephony:send')
    .input(byId.extend({ sentBefore: z.int().min(0).max(1000) }))
    .mutation(({ ctx, input }) => sendAgain(ctx.deps, input, ctx.recordChange)),
  /** How the caller has set up the log. */
  preferences: permitted('telephony:read', 'telephony:own').query(({ ctx }) =>
    readLogPreferences(ctx.deps.db, ctx.session.userId),
  ),
  savePreferences: unaudited('telephony:read', 'telephony:own')
    .input(logPreferences)
    .mutation(({ ctx, input }) => saveLogPreferences(ctx.deps.db, ctx.session.userId, input)),
  /** Months that have messages, the newest first. */
  months: permitted('telephony:read', 'telephony:own').query(({ ctx }) =>
    monthsOf(ctx.deps.db, ownAccount(ctx.session, 'telephony:read'), ctx.deps.now()),
  ),
  /** What the messages of a month cost, by account. */
  costs: permitted('telephony:read', 'telephony:own')
    .input(z.object({ month }))
    .query(({ ctx, input }) => messageCosts(ctx.deps.db, input.month, ownAccount(ctx.session, 'telephony:read'))),
  details: permitted('telephony:read', 'telephony:own')
    .input(byId)
    .query(async ({ ctx, input }) => {
      const row = await readLogDetails(ctx.deps.db, input.id, ownAccount(ctx.session, 'telephony:read'));
      if (!row) throw notFound('This message');
      return row;
    }),
  progress: permitted('telephony:read', 'telephony:own')
    .input(byId)
    .query(({ ctx, input }) => messageProgress(ctx.deps, input.id, ownAccount(ctx.session, 'telephony:read'))),
});

export const telephonyRouter = router({
  clients,
  contacts: contactsRouter,
  log,
  /** Whether the provider can report the delivery of messages to PUBLIC_URL. */
  deliveryReports: permitted('telephony:read', 'telephony:own').query(({ ctx: { deps } }) => ({
    publicUrl: deps.config.publicUrl,
    isReachable: isPublicUrl(deps.config),
  })),
  /** Options of the account select, '{client} - {project}'; a client gets only its own. */
  choices: permitted('telephony:read', 'telephony:own').query(({ ctx }) =>
    accounts.accountChoices(ctx.deps.db, ownAccount(ctx.session, 'telephony:read')),
  ),
});
