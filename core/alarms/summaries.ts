import { asc, lte } from 'drizzle-orm';
import { constraintErrorOf } from '../../db/query/constraint-errors.ts';
import { isOneOf } from '../../db/query/json-rows.ts';
import { alarmNotices, incidentEntries } from '../../db/schema/alarm-incidents.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { companyTimeZone, formatTime } from '../health/alarm-time.ts';
import { type AlarmMessage, company, notify } from './notify.ts';
import { recipientsByKey } from './recipients.ts';
import { storeAndSend } from './store-and-send.ts';

type Notice = typeof alarmNotices.$inferSelect;

/** Notices of one sweep; the next sweep continues. */
const batchSize = 1000;
/** Alarms that a summary lists. */
const maxListed = 100;

/** Sends each recipient with too many alarms in an hour one summary of the further ones. */
export async function sendSummaries(deps: CoreDependencies): Promise<void> {
  const { db, config } = deps;
  const now = deps.now();
  const due = await db
    .select()
    .from(alarmNotices)
    .where(lte(alarmNotices.summaryAt, now))
    .orderBy(asc(alarmNotices.id))
    .limit(batchSize);
  if (due.length === 0) return;
  const zone = await companyTimeZone(db);
  const ofRecipients = [...Map.groupBy(due, ({ recipient }) => recipient)];
  const known = await recipientsByKey(
    db,
    ofRecipients.map(([key]) => key),
  );
  for (const [key, notices] of ofRecipients) {
    const [first] = notices;
    if (!first) continue;
    const recipient = key === company.key ? company : known.get(key);
    const message = summaryOf(first, notices, zone, now);
    const ids = notices.map(({ id }) => id);
    try {
      await storeAndSend(deps, (tx) => ({
        stored: recipient ? notify(tx, config, [recipient], message, now) : [],
        further: [
          // Fails if another worker has summed them up.
          tx.insert(incidentEntries).values({
            incidentId: first.incidentId,
            at: now,
            event: recipient ? ('notified' as const) : ('unreached' as const),
            who: first.name,
            text: `Summary of ${notices.length}.`,
            onceKey: message.key,
          }),
          tx.update(alarmNotices).set({ summaryAt: null }).where(isOneOf(alarmNotices.id, ids)),
        ],
      }));
    } catch (error) {
      if (constraintErrorOf(error) !== 'unique') throw error;
    }
  }
}

function summaryOf(first: Notice, notices: readonly Notice[], zone: string, now: Date): AlarmMessage {
  const alarms = notices.length === 1 ? '1 further alarm' : `${notices.length} further alarms`;
  const lead = `${alarms} since ${formatTime(first.at, zone)}`;
  const titles = notices.map(({ title }) => title);
  const more = titles.length > maxListed ? [`- and ${titles.length - maxListed} more`] : [];
  const facts = [...titles.slice(0, maxListed).map((title) => `- ${title}`), ...more].join('\n');
  return {
    key: `summary-${first.id}`,
    type: 'monitor.digest',
    texts: {
      short: { lead, detail: titles.join('; '), facts: '', reason: '' },
      long: { lead, detail: '', facts, reason: '' },
    },
    at: now,
    news: [],
    incident: null,
  };
}
