import { and, eq, isNotNull, isNull, type SQL } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { alarmIncidents, incidentEntries } from '../../db/schema/alarm-incidents.ts';
import { conflict } from '../errors.ts';
import type { Incident } from './find-incident.ts';

/** Takes an acknowledgement back: the steps go on at once. Throws 409 for an incident that is not acknowledged. */
export async function reopenIncident(db: Database, { id }: Incident, who: string, now: Date): Promise<void> {
  const isAcknowledged = and(
    eq(alarmIncidents.id, id),
    isNotNull(alarmIncidents.acknowledgedAt),
    isNull(alarmIncidents.resolvedAt),
  );
  await changeOpen(db, id, isAcknowledged, {
    set: { acknowledgedAt: null, acknowledgedBy: null, stepAt: now },
    entry: { event: 'reopened', who, text: '' },
    now,
    refusal: 'This incident is not acknowledged.',
  });
}

/** Sends nothing about an incident until a time; then the steps go on. Throws 409 for one that is acknowledged or over. */
export async function snoozeIncident(
  db: Database,
  { id }: Incident,
  { minutes, who }: { minutes: number; who: string },
  now: Date,
): Promise<void> {
  const until = new Date(Number(now) + minutes * 60_000);
  const isLoud = and(
    eq(alarmIncidents.id, id),
    eq(alarmIncidents.kind, 'outage'),
    isNull(alarmIncidents.acknowledgedAt),
    isNull(alarmIncidents.resolvedAt),
  );
  await changeOpen(db, id, isLoud, {
    set: { snoozedUntil: until, stepAt: until },
    entry: { event: 'snoozed', who, text: `Until ${until.toISOString()}` },
    now,
    refusal: 'This incident is acknowledged or over: there is nothing to snooze.',
  });
}

/** Adds a note to the timeline of an incident, also of one that is over. */
export async function noteOnIncident(
  db: Database,
  { id: incidentId }: Incident,
  { text, who }: { text: string; who: string },
  now: Date,
): Promise<void> {
  await db.insert(incidentEntries).values({ incidentId, at: now, event: 'note', who, text });
}

interface Change {
  set: Partial<Incident>;
  entry: Pick<typeof incidentEntries.$inferInsert, 'event' | 'who' | 'text'>;
  now: Date;
  /** Why an incident in another state is refused. */
  refusal: string;
}

async function changeOpen(
  db: Database,
  id: number,
  where: SQL | undefined,
  { set, entry, now, refusal }: Change,
): Promise<void> {
  const changed = await db.update(alarmIncidents).set(set).where(where).returning({ id: alarmIncidents.id });
  if (changed.length === 0) throw conflict(refusal);
  await db.insert(incidentEntries).values({ incidentId: id, at: now, ...entry });
}
