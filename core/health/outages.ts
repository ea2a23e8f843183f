import { and, asc, eq, gt } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { healthFlips } from '../../db/schema/health.ts';
import type { FlipRow } from './flip.ts';
import { type NotifiedRecipient, noticesAbout } from './notices.ts';
import { serverEvents } from './server-events.ts';

/** A time without a sign of life. */
export interface ServerOutage {
  at: Date;
  /** Null: it lasts. */
  until: Date | null;
  cause: FlipRow['cause'];
  exitCode: number | null;
  detail: string;
  since: Date | null;
  notified: NotifiedRecipient[];
}

/** Outages of the history. */
const maxOutages = 30;
const historyMs = 90 * 86_400_000;

/** The newest outages of a server with everyone who was notified of them; for a client without the company's mails. */
export async function readOutages(
  db: Database,
  clientId: number,
  { now, scope }: { now: Date; scope: number | null },
): Promise<ServerOutage[]> {
  const flips = await db
    .select()
    .from(healthFlips)
    .where(and(eq(healthFlips.clientId, clientId), gt(healthFlips.at, new Date(Number(now) - historyMs))))
    .orderBy(asc(healthFlips.at));
  const outages = flips
    .flatMap((flip, place) => (flip.status === 'offline' ? [{ flip, until: flips[place + 1]?.at ?? null }] : []))
    .slice(-maxOutages)
    .map(({ flip, until }): ServerOutage => {
      const { at, cause, exitCode, detail, since } = flip;
      return { at, until, cause, exitCode, detail, since, notified: [] };
    });
  const [first] = outages;
  if (!first) return [];
  const events = await serverEvents(db, clientId, first.at);
  const notices = await noticesAbout(db, events, scope);
  for (const { eventAt, ...notified } of notices) outages.findLast(({ at }) => at <= eventAt)?.notified.push(notified);
  return outages.reverse();
}
