import { eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { alarmIncidents } from '../../db/schema/alarm-incidents.ts';
import { notFound } from '../errors.ts';

export type Incident = typeof alarmIncidents.$inferSelect;

/** One incident. Throws 404. */
export async function findIncident(db: Database, id: number): Promise<Incident> {
  const [incident] = await db.select().from(alarmIncidents).where(eq(alarmIncidents.id, id));
  if (!incident) throw notFound('This incident');
  return incident;
}
