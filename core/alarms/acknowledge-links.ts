import { createHmac, timingSafeEqual } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { alarmIncidents } from '../../db/schema/alarm-incidents.ts';

/** Path of the pages that acknowledge an incident without a sign-in. */
export const acknowledgePath = '/alarm';

type Incident = Pick<typeof alarmIncidents.$inferSelect, 'id' | 'linkKey'>;

/** The link with which one recipient acknowledges an incident: the page knows who answered. */
export function acknowledgeLink({ publicUrl }: { publicUrl: string }, incident: Incident, recipient: string): string {
  return `${publicUrl}${acknowledgePath}/${incident.id}.${recipient}.${signatureOf(incident, recipient)}`;
}

/** The incident and recipient of a link; null if no incident has this link. */
export async function findByLink(db: Database, token: string) {
  const [, id, recipient, signature] = /^(\d{1,9})\.([a-z]+(?:-\d{1,9})?)\.([\w-]{22})$/.exec(token) ?? [];
  if (id === undefined || recipient === undefined || signature === undefined) return null;
  const [incident] = await db
    .select()
    .from(alarmIncidents)
    .where(eq(alarmIncidents.id, Number(id)));
  if (!incident) return null;
  const isRight = timingSafeEqual(Buffer.from(signatureOf(incident, recipient)), Buffer.from(signature));
  return isRight ? { incident, recipient } : null;
}

function signatureOf({ linkKey }: Incident, recipient: string): string {
  return createHmac('sha256', linkKey).update(recipient).digest('base64url').slice(0, 22);
}
