import { and, asc, gt, isNull, lt } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { yieldToEventLoop } from '../../db/query/paging.ts';
import { healthMails } from '../../db/schema/health.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { enqueueStored } from '../queue/enqueue-stored.ts';
import { alarmMailKey, mailHealthAlarm } from './jobs.ts';

/** The sweep skips mails younger than this: they are still in the queue. */
const minAgeMs = 30_000;
/** The sweep gives up mails older than this: the news is stale. */
const maxAgeMs = 3_600_000;
/** Mails enqueued by one sweep; the next sweep continues. */
const maxSweepSize = 100;

/** Returns the statement that stores an alarm mail, once per event; runs in the transaction that marks the alarm as sent. */
export function queueAlarmMail(tx: Pick<Database, 'insert'>, alarm: { eventKey: string; text: string; now: Date }) {
  const { eventKey, text, now } = alarm;
  return tx
    .insert(healthMails)
    .values({ eventKey, text, createdAt: now })
    .onConflictDoNothing()
    .returning({ id: healthMails.id });
}

/** Enqueues mails for sending. If the queue is down, the sweep enqueues them later. */
export async function sendAlarmMails(
  deps: Pick<CoreDependencies, 'queue' | 'log'>,
  mails: readonly { id: number }[],
): Promise<void> {
  for (const { id } of mails) {
    await enqueueStored(deps, mailHealthAlarm, { mailId: id }, { dedupeKey: alarmMailKey(id), priority: 'high' });
    await yieldToEventLoop();
  }
}

/** Enqueues unsent mails that the queue has lost. The rows are the truth; the dedupe key prevents duplicates. */
export async function sweepAlarmMails(deps: CoreDependencies): Promise<void> {
  const now = Number(deps.now());
  const unsent = await deps.db
    .select({ id: healthMails.id })
    .from(healthMails)
    .where(
      and(
        isNull(healthMails.mailedAt),
        gt(healthMails.createdAt, new Date(now - maxAgeMs)),
        lt(healthMails.createdAt, new Date(now - minAgeMs)),
      ),
    )
    .orderBy(asc(healthMails.createdAt))
    .limit(maxSweepSize);
  await sendAlarmMails(deps, unsent);
}
