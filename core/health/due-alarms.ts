import { and, asc, desc, eq, lt, ne } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { clients } from '../../db/schema/clients.ts';
import { healthFlips, healthMonitors, healthPings } from '../../db/schema/health.ts';
import { policiesOfServers } from '../alarms/applied-policy.ts';
import { ancestorsOf, heldByParents } from '../alarms/parents.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { type Alarm, type AlarmSubject, alarmBatchSize, subjectColumns } from './alarm.ts';
import { flipText } from './alarm-text.ts';
import { companyTimeZone } from './alarm-time.ts';
import type { FlipRow } from './flip.ts';

/** Characters of a failed run's output in a mail. */
const maxOutputLength = 2000;

/** Status changes to notify at once, the oldest first. */
export async function readChanges({ db, now }: CoreDependencies): Promise<Alarm[]> {
  const rows = await db
    .select({ ...subjectColumns, flip: healthFlips })
    .from(healthFlips)
    .innerJoin(healthMonitors, eq(healthMonitors.clientId, healthFlips.clientId))
    .innerJoin(clients, eq(clients.id, healthFlips.clientId))
    .where(eq(healthFlips.alarm, 'send'))
    .orderBy(asc(healthFlips.at))
    .limit(alarmBatchSize);
  if (rows.length === 0) return [];
  const zone = await companyTimeZone(db);
  const ancestors = await ancestorsOf(
    db,
    rows.map(({ flip }) => flip.clientId),
  );
  const policies = await policiesOfServers(db, rows, now());
  const alarms: Alarm[] = [];
  for (const { flip, ...row } of rows) {
    const { clientId, at, status } = flip;
    const subject = { ...row, zone };
    const isFlip = and(eq(healthFlips.clientId, clientId), eq(healthFlips.at, at), eq(healthFlips.status, status));
    const neededUntil = status === 'offline' ? heldByParents(ancestors.get(clientId), now()) : null;
    const heldUntil = policies.get(clientId)?.quietUntil ?? neededUntil;
    if (heldUntil !== null) {
      alarms.push(heldBack(subject, flip, heldUntil));
      continue;
    }
    alarms.push({
      subject,
      key: `health-${clientId}-${Number(at)}-${status}`,
      text: flipText(subject, flip, await previousFlipAt(db, flip), now()),
      output: await outputOf(db, flip),
      type: status === 'online' ? 'monitor.up' : 'monitor.down',
      markDone: (tx) => [tx.update(healthFlips).set({ alarm: 'sent' }).where(isFlip)],
    });
  }
  return alarms;
}

/**
 * An outage whose cause is a server that this one needs, or any change in quiet hours: the alarm is held back, as if nobody had been notified
 * of the change yet.
 */
function heldBack(subject: AlarmSubject, { clientId, at, status }: FlipRow, alarmAt: Date): Alarm {
  const isFlip = and(eq(healthFlips.clientId, clientId), eq(healthFlips.at, at), eq(healthFlips.status, status));
  const before = status === 'offline' ? ('online' as const) : ('offline' as const);
  return {
    subject,
    key: `health-${clientId}-${Number(at)}-${status}`,
    text: null,
    output: '',
    type: status === 'offline' ? 'monitor.down' : 'monitor.up',
    markDone: (tx) => [
      tx.update(healthFlips).set({ alarm: 'held' }).where(isFlip),
      tx
        .update(healthMonitors)
        .set({ alarmAt, notifiedStatus: before })
        .where(and(eq(healthMonitors.clientId, clientId), ne(healthMonitors.notifiedStatus, before))),
    ],
  };
}

/** When the status that the flip ended began; null if the flip is the first or its text does not need it. */
async function previousFlipAt(db: Database, flip: FlipRow): Promise<Date | null> {
  if (flip.status !== 'online' && flip.previous !== 'new') return null;
  const [before] = await db
    .select({ at: healthFlips.at })
    .from(healthFlips)
    .where(and(eq(healthFlips.clientId, flip.clientId), lt(healthFlips.at, flip.at)))
    .orderBy(desc(healthFlips.at))
    .limit(1);
  return before?.at ?? null;
}

/** The end of the output that a failed run sent with its ping; empty if its last line says it all. */
async function outputOf(db: Database, { clientId, at, cause, detail }: FlipRow): Promise<string> {
  if (cause !== 'failed') return '';
  const isFailure = and(eq(healthPings.clientId, clientId), eq(healthPings.at, at), eq(healthPings.kind, 'failure'));
  const [ping] = await db.select({ body: healthPings.body }).from(healthPings).where(isFailure).limit(1);
  const output = ping?.body.trim() ?? '';
  return output === detail ? '' : [...output].slice(-maxOutputLength).join('');
}
