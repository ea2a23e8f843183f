import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { insertSelected } from '../../db/query/insert-selected.ts';
import { alarmIncidents, alarmNotices, incidentEntries } from '../../db/schema/alarm-incidents.ts';
import { alarmDeliveries } from '../../db/schema/alarms.ts';
import type { Incident } from './find-incident.ts';

/** Someone who acknowledges; the recipient's key if a link or an SMS says who it is. */
export interface Answering {
  who: string;
  recipient: string | null;
}

/** What an acknowledgement met. */
export type Answer = 'acknowledged' | 'answered' | 'known' | 'resolved';

/**
 * Acknowledges an incident: no further step is taken, nobody is reminded, and no further channel is tried. In a fire drill the recipient
 * has answered, and the drill goes on.
 */
export async function acknowledge(
  db: Database,
  { id, kind, resolvedAt }: Incident,
  answering: Answering,
  now: Date,
): Promise<Answer> {
  if (resolvedAt !== null) return 'resolved';
  if (kind === 'drill') return answerDrill(db, id, answering, now);
  const isOpen = and(
    eq(alarmIncidents.id, id),
    isNull(alarmIncidents.acknowledgedAt),
    isNull(alarmIncidents.resolvedAt),
  );
  const [acknowledged] = await atomically(db, (tx) => [
    tx
      .update(alarmIncidents)
      .set({ acknowledgedAt: now, acknowledgedBy: answering.who, stepAt: null, snoozedUntil: null })
      .where(isOpen)
      .returning({ id: alarmIncidents.id }),
    insertSelected(
      tx,
      incidentEntries,
      {
        incidentId: alarmIncidents.id,
        at: now,
        event: 'acknowledged',
        who: answering.who,
        onceKey: `acknowledged-${id}-${Number(now)}`,
      },
      sql`${alarmIncidents} where ${and(eq(alarmIncidents.id, id), eq(alarmIncidents.acknowledgedAt, now), eq(alarmIncidents.acknowledgedBy, answering.who))}`,
    ).onConflictDoNothing(),
    skipFurtherChannels(tx, id, now),
  ]);
  return acknowledged.length > 0 ? 'acknowledged' : 'known';
}

/** The statement that leaves out the further channels of everyone who was notified of an incident. */
function skipFurtherChannels(tx: Transaction, incidentId: number, now: Date) {
  const keys = sql`(select ${alarmNotices.eventKey} from ${alarmNotices} where ${eq(alarmNotices.incidentId, incidentId)})`;
  const { state, attempts, eventKey, place } = alarmDeliveries;
  return tx
    .update(alarmDeliveries)
    .set({ state: 'skipped', dueAt: null, settledAt: now })
    .where(and(sql`${eventKey} in ${keys}`, sql`${place} > 0`, eq(state, 'waiting'), eq(attempts, 0)));
}

async function answerDrill(
  db: Database,
  incidentId: number,
  { who, recipient }: Answering,
  now: Date,
): Promise<Answer> {
  if (recipient === null) return 'known';
  const isOpen = and(
    eq(alarmNotices.incidentId, incidentId),
    eq(alarmNotices.recipient, recipient),
    isNull(alarmNotices.answeredAt),
  );
  const [answered] = await atomically(db, (tx) => [
    tx.update(alarmNotices).set({ answeredAt: now }).where(isOpen).returning({ id: alarmNotices.id }),
    tx
      .insert(incidentEntries)
      .values({ incidentId, at: now, event: 'answered', who, onceKey: `answer-${incidentId}-${recipient}` })
      .onConflictDoNothing(),
  ]);
  return answered.length > 0 ? 'answered' : 'known';
}
