import { and, asc, gt, isNull, lt } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { letOthersRun } from '../../db/query/yield-to-event-loop.ts';
import { healthMails } from '../../db/schema/health.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { enqueueStored } from '../queue/enqueue-stored.ts';
import { alarmMailKey, mailHealthAlarm } from './jobs.ts';

/** What is younger is in the queue anyway, in milliseconds. */
const head = 30_000;
/** What could not be mailed in this time is no news any more, in milliseconds. */
const longestTrying = 3_600_000;
/** Mails taken up in one sweep; the next one takes the following ones. */
const limit = 100;

/** The statement that puts an alarm among the mails, for the transaction that notes it as told; one an event. */
export function queueAlarmMail(tx: Pick<Database, 'insert'>, alarm: { eventKey: string; text: string; now: Date }) {
  const { eventKey, text, now } = alarm;
  return tx
    .insert(healthMails)
    .values({ eventKey, text, createdAt: now })
    .onConflictDoNothing()
    .returning({ id: healthMails.id });
}

/** Has mails sent now; when the queue is down the sweep does it later. */
export async function sendAlarmMails(
  deps: Pick<CoreDependencies, 'queue' | 'log'>,
  mails: readonly { id: number }[],
): Promise<void> {
  for (const { id } of mails) {
    await enqueueStored(deps, mailHealthAlarm, { mailId: id }, { dedupeKey: alarmMailKey(id), priority: 'high' });
    await letOthersRun();
  }
}

/** Enqueues again what the queue has lost: the rows are the truth. What still waits there is not doubled. */
export async function sweepAlarmMails(deps: CoreDependencies): Promise<void> {
  const now = Number(deps.now());
  const left = await deps.db
    .select({ id: healthMails.id })
    .from(healthMails)
    .where(
      and(
        isNull(healthMails.mailedAt),
        gt(healthMails.createdAt, new Date(now - longestTrying)),
        lt(healthMails.createdAt, new Date(now - head)),
      ),
    )
    .orderBy(asc(healthMails.createdAt))
    .limit(limit);
  await sendAlarmMails(deps, left);
}
