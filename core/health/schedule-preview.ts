import { eq } from 'drizzle-orm';
import type { HealthSchedule } from '../../contract/health-schedule.ts';
import type { Database } from '../../db/database.ts';
import { healthMonitors } from '../../db/schema/health.ts';
import { notFound } from '../errors.ts';
import { expectedRunOf, graceOf } from './deadline.ts';
import { fromSettings, nextPings } from './schedule.ts';

/** Times of a preview. */
const previewedTimes = 5;

/**
 * The next times of a schedule for a server that pings now, and the default grace and run time that go with the schedule, in
 * seconds. Throws 400 for a cron expression that cannot be read or never occurs.
 */
export async function previewSchedule(db: Database, clientId: number, settings: HealthSchedule, now: Date) {
  const [monitor] = await db.select().from(healthMonitors).where(eq(healthMonitors.clientId, clientId));
  if (!monitor) throw notFound('This server');
  const schedule = { interval: monitor.interval, ...fromSettings(settings, now) };
  return {
    times: nextPings(schedule, now, previewedTimes),
    graceSeconds: graceOf({ ...schedule, graceSeconds: null }) / 1000,
    expectedRunSeconds: expectedRunOf({ ...schedule, expectedRunSeconds: null }) / 1000,
  };
}
