import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm';
import { finalRank, messageStatuses, statusRank } from '../../contract/telephony.ts';
import type { CoreDependencies } from '../../core/dependencies.ts';
import { type Twilio, TwilioFailure, type TwilioPage } from '../../core/providers/twilio.ts';
import { handleJob } from '../../core/queue/handler.ts';
import { type AccountRow, findAccount, twilioOf } from '../../core/telephony/account-access.ts';
import { recordCredentials, recordSuccess } from '../../core/telephony/credentials.ts';
import { importMessages, type Owner, readOwners } from '../../core/telephony/import-log.ts';
import {
  checkTelephonyCredentials,
  credentialsCheckKey,
  syncAccountLog,
  syncKey,
  syncMessageLogs,
} from '../../core/telephony/jobs.ts';
import { purgeUsage } from '../../core/telephony/usage.ts';
import { telephonyMessages as log, telephonyClients, telephonySyncs } from '../../db/schema/telephony.ts';

/** Largest page size of the provider. */
const maxPageSize = 1000;
/** Each run reads the last 2 days again, because the provider filters by day and date sent. */
const overlapMs = 2 * 86_400_000;
/** Unfinished messages that one run looks up individually. */
const maxLookups = 200;
/** Older messages are not looked up any more: 7 days. */
const maxLookupAgeMs = 7 * 86_400_000;

const unfinishedStatuses = messageStatuses.filter((status) => statusRank[status] < finalRank);

/** Imports one account's message log from the provider; resumes an interrupted run. */
export const handleSyncAccountLog = handleJob(syncAccountLog, async ({ telephonyClientId }, deps) => {
  const account = await findAccount(deps, telephonyClientId);
  if (!account?.isActive) return;
  try {
    const twilio = twilioOf(deps, account);
    const owner = await readOwners(deps.db, account.accountSid);
    const startedAt = await readPages(deps, account, twilio, owner);
    await lookUpUnfinished(deps, account, twilio, owner);
    await recordSuccess(deps.db, account);
    await deps.db
      .update(telephonySyncs)
      .set({ startedAt: null, nextPage: null, completeUntil: startedAt, lastSuccessAt: deps.now(), lastError: null })
      .where(eq(telephonySyncs.telephonyClientId, account.id));
  } catch (error) {
    const lastError = (error instanceof Error ? error.message : String(error)).slice(0, 300);
    await deps.db.update(telephonySyncs).set({ lastError }).where(eq(telephonySyncs.telephonyClientId, account.id));
    if (!(error instanceof TwilioFailure && error.kind === 'credentials')) throw error;
    // Do not retry: refused credentials need a correction; the next scheduled run checks again.
    await recordCredentials(deps.db, account, lastError);
  }
});

/** Enqueues the log import of every active account and the check of credentials that are not accepted. */
export const handleSyncMessageLogs = handleJob(syncMessageLogs, async (_data, deps) => {
  const { db, queue } = deps;
  await purgeUsage(deps);
  const accounts = await db
    .select({
      id: telephonyClients.id,
      isActive: telephonyClients.isActive,
      credentials: telephonyClients.credentials,
    })
    .from(telephonyClients)
    .where(or(eq(telephonyClients.isActive, true), ne(telephonyClients.credentials, 'accepted')))
    .orderBy(asc(telephonyClients.id));
  for (const { id, isActive, credentials } of accounts) {
    const data = { telephonyClientId: id };
    if (credentials !== 'accepted')
      await queue.enqueue(checkTelephonyCredentials, data, { dedupeKey: credentialsCheckKey(id) });
    if (isActive) await queue.enqueue(syncAccountLog, data, { dedupeKey: syncKey(id), priority: 'low' });
  }
});

/** Imports page after page and stores the position after each, so that an interrupted page is read again. Returns the start of the run. */
async function readPages(deps: CoreDependencies, account: AccountRow, twilio: Twilio, owner: Owner): Promise<Date> {
  const { db, now } = deps;
  const run = await startRun(deps, account);
  let page = await firstPage(twilio, run);
  for (;;) {
    if (page.unreadable > 0)
      deps.log.warn({ entries: page.unreadable }, 'some entries of the message log could not be parsed');
    const { messages, next } = page;
    // Fetch the next page while this one is written; the await below throws its errors.
    const nextRequest = next === null ? null : twilio.next(next);
    nextRequest?.catch(() => {});
    await importMessages(db, { ...account, owner, now: now() }, messages, (tx) => [
      tx
        .update(telephonySyncs)
        .set({ nextPage: next, rows: sql`${telephonySyncs.rows} + ${messages.length}` })
        .where(eq(telephonySyncs.telephonyClientId, account.id)),
    ]);
    if (nextRequest === null) return run.startedAt ?? now();
    page = await nextRequest;
  }
}

type Sync = typeof telephonySyncs.$inferSelect;

/** The interrupted run, or a new one that starts at the end of the last run minus the overlap. */
async function startRun({ db, now }: CoreDependencies, account: AccountRow): Promise<Sync> {
  await db.insert(telephonySyncs).values({ telephonyClientId: account.id }).onConflictDoNothing();
  const own = eq(telephonySyncs.telephonyClientId, account.id);
  const [stored] = await db.select().from(telephonySyncs).where(own);
  const until = stored?.completeUntil;
  const readsFrom = until ? new Date(Number(until) - overlapMs) : null;
  await db
    .update(telephonySyncs)
    .set({ startedAt: now(), nextPage: null, rows: 0, readsFrom })
    .where(and(own, isNull(telephonySyncs.startedAt)));
  const [run] = await db.select().from(telephonySyncs).where(own);
  if (!run) throw new Error('the account has been deleted');
  return run;
}

/** The page to resume with; if the provider no longer accepts it, the run's first page. */
async function firstPage(twilio: Twilio, { nextPage, readsFrom }: Sync): Promise<TwilioPage> {
  if (nextPage !== null) {
    try {
      return await twilio.next(nextPage);
    } catch (error) {
      if (!(error instanceof TwilioFailure && error.kind === 'refused')) throw error;
    }
  }
  return twilio.list({ pageSize: maxPageSize, ...(readsFrom && { sentSince: readsFrom }) });
}

/** Looks up messages that were unfinished when last seen: the list by date sent may not return them again. */
async function lookUpUnfinished({ db, now }: CoreDependencies, account: AccountRow, twilio: Twilio, owner: Owner) {
  const oldest = new Date(Number(now()) - maxLookupAgeMs);
  const unfinishedRows = await db
    .select({ id: log.id, messageSid: log.messageSid })
    .from(log)
    .where(
      and(
        inArray(log.status, unfinishedStatuses),
        eq(log.accountSid, account.accountSid),
        isNotNull(log.messageSid),
        gt(log.createdOn, oldest),
        or(isNull(log.lookedUpAt), lt(log.lookedUpAt, new Date(Number(now()) - 60_000))),
      ),
    )
    .orderBy(sql`${log.lookedUpAt} asc nulls first`, asc(log.createdOn))
    .limit(maxLookups);
  for (const { id, messageSid } of unfinishedRows) {
    const message = messageSid === null ? null : await twilio.find(messageSid);
    await importMessages(db, { ...account, owner, now: now() }, message ? [message] : [], (tx) => [
      tx.update(log).set({ lookedUpAt: now() }).where(eq(log.id, id)),
    ]);
  }
}
