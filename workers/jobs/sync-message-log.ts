import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import { finalRank, messageStatuses, statusRank } from '../../contract/telephony.ts';
import type { CoreDependencies } from '../../core/dependencies.ts';
import { type Twilio, TwilioFailure, type TwilioPage } from '../../core/providers/twilio.ts';
import { handleJob } from '../../core/queue/handler.ts';
import { type AccountRow, findAccount, twilioOf } from '../../core/telephony/account-access.ts';
import { importMessages, type Owner, ownerIn } from '../../core/telephony/import-log.ts';
import {
  checkTelephonyCredentials,
  credentialsCheckKey,
  syncAccountLog,
  syncKey,
  syncMessageLogs,
} from '../../core/telephony/jobs.ts';
import { nullsFirst } from '../../db/query/order.ts';
import { telephonyMessages as log, telephonyClients, telephonySyncs } from '../../db/schema/telephony.ts';

/** Entries the provider puts on one page at most. */
const pageSize = 1000;
/** The filter is precise to the day and by date sent: this much is read again, in milliseconds (2 days). */
const overlap = 2 * 86_400_000;
/** Entries that are not final are looked up one by one, this many in a run, as long as they are this young (7 days). */
const lookUps = 200;
const longestLookedUp = 7 * 86_400_000;

const unfinished = messageStatuses.filter((status) => statusRank[status] < finalRank);

/** Brings one account's message log over from the provider; goes on where a run before it was cut off. */
export const handleSyncAccountLog = handleJob(syncAccountLog, async ({ telephonyClientId }, deps) => {
  const account = await findAccount(deps, telephonyClientId);
  if (!account?.isActive) return;
  try {
    const twilio = twilioOf(deps, account);
    const owner = await ownerIn(deps.db, account.accountSid);
    const startedAt = await readPages(deps, account, twilio, owner);
    await lookUpUnfinished(deps, account, twilio, owner);
    await deps.db
      .update(telephonySyncs)
      .set({ startedAt: null, nextPage: null, completeUntil: startedAt, lastSuccessAt: deps.now(), lastError: null })
      .where(eq(telephonySyncs.telephonyClientId, account.id));
  } catch (error) {
    const lastError = (error instanceof Error ? error.message : String(error)).slice(0, 300);
    await deps.db.update(telephonySyncs).set({ lastError }).where(eq(telephonySyncs.telephonyClientId, account.id));
    if (!(error instanceof TwilioFailure && error.kind === 'credentials')) throw error;
    // Trying again changes nothing until a person does; the next scheduled run finds out.
    await deps.db
      .update(telephonyClients)
      .set({ credentials: 'refused', credentialsProblem: lastError })
      .where(eq(telephonyClients.id, account.id));
  }
});

/** Starts the sync of every active account, and checks of credentials that nobody has tried, every quarter of an hour. */
export const handleSyncMessageLogs = handleJob(syncMessageLogs, async (_data, { db, queue }) => {
  const accounts = await db
    .select({
      id: telephonyClients.id,
      isActive: telephonyClients.isActive,
      credentials: telephonyClients.credentials,
    })
    .from(telephonyClients)
    .where(or(eq(telephonyClients.isActive, true), eq(telephonyClients.credentials, 'unchecked')))
    .orderBy(asc(telephonyClients.id));
  for (const { id, isActive, credentials } of accounts) {
    const data = { telephonyClientId: id };
    if (credentials === 'unchecked')
      await queue.enqueue(checkTelephonyCredentials, data, { dedupeKey: credentialsCheckKey(id) });
    if (isActive) await queue.enqueue(syncAccountLog, data, { dedupeKey: syncKey(id), priority: 'low' });
  }
});

/** Reads page after page; how far it is is noted after the rows, so that a page cut off is read again. Returns when the run began. */
async function readPages(deps: CoreDependencies, account: AccountRow, twilio: Twilio, owner: Owner): Promise<Date> {
  const { db, now } = deps;
  const run = await begin(deps, account);
  let page = await firstPage(twilio, run);
  for (;;) {
    if (page.unreadable > 0) deps.log.warn({ entries: page.unreadable }, 'entries of the message log cannot be read');
    const { messages, next } = page;
    // The provider looks for the next page while this one is written; what fails there is thrown below.
    const following = next === null ? null : twilio.next(next);
    following?.catch(() => {});
    await importMessages(db, account.accountSid, owner, messages, (tx) => [
      tx
        .update(telephonySyncs)
        .set({ nextPage: next, rows: sql`${telephonySyncs.rows} + ${messages.length}` })
        .where(eq(telephonySyncs.telephonyClientId, account.id)),
    ]);
    if (following === null) return run.startedAt ?? now();
    page = await following;
  }
}

type Sync = typeof telephonySyncs.$inferSelect;

/** The run under way, or a new one that reads from where the last one ended, with the overlap. */
async function begin({ db, now }: CoreDependencies, account: AccountRow): Promise<Sync> {
  await db.insert(telephonySyncs).values({ telephonyClientId: account.id }).onConflictDoNothing();
  const own = eq(telephonySyncs.telephonyClientId, account.id);
  const fresh = {
    startedAt: now(),
    nextPage: null,
    rows: 0,
  };
  const [stored] = await db.select().from(telephonySyncs).where(own);
  const until = stored?.completeUntil;
  const readsFrom = until ? new Date(Number(until) - overlap) : null;
  await db
    .update(telephonySyncs)
    .set({ ...fresh, readsFrom })
    .where(and(own, isNull(telephonySyncs.startedAt)));
  const [run] = await db.select().from(telephonySyncs).where(own);
  if (!run) throw new Error('the account was deleted');
  return run;
}

/** The page to go on with; when the provider does not know it any more, the run's first one. */
async function firstPage(twilio: Twilio, { nextPage, readsFrom }: Sync): Promise<TwilioPage> {
  if (nextPage !== null) {
    try {
      return await twilio.next(nextPage);
    } catch (error) {
      if (!(error instanceof TwilioFailure && error.kind === 'refused')) throw error;
    }
  }
  return twilio.list({ pageSize, ...(readsFrom && { sentSince: readsFrom }) });
}

/** Asks for messages that were under way when last seen: the window by date sent does not show them again. */
async function lookUpUnfinished({ db, now }: CoreDependencies, account: AccountRow, twilio: Twilio, owner: Owner) {
  const isOld = new Date(Number(now()) - longestLookedUp);
  const open = await db
    .select({ id: log.id, messageSid: log.messageSid })
    .from(log)
    .where(
      and(
        inArray(log.status, unfinished),
        eq(log.accountSid, account.accountSid),
        isNotNull(log.messageSid),
        gt(log.createdOn, isOld),
        or(isNull(log.lookedUpAt), lt(log.lookedUpAt, new Date(Number(now()) - 60_000))),
      ),
    )
    .orderBy(nullsFirst(log.lookedUpAt), asc(log.createdOn))
    .limit(lookUps);
  for (const { id, messageSid } of open) {
    const message = messageSid === null ? null : await twilio.find(messageSid);
    await importMessages(db, account.accountSid, owner, message ? [message] : [], (tx) => [
      tx.update(log).set({ lookedUpAt: now() }).where(eq(log.id, id)),
    ]);
  }
}
