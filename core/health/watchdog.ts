import { gt, isNull, lte, or } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { healthWatch } from '../../db/schema/health.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { enqueueStored } from '../queue/enqueue-stored.ts';
import { callWatchdog } from './jobs.ts';

// The dead man's switch: a monitor outside gets a request while this product watches its servers, and raises the alarm when
// the requests stop. The sweep asks for the request and does not wait for it.

/** A request that takes longer has failed, in milliseconds. */
const timeoutMs = 5000;
/** Without a record of the web processes for this long, in milliseconds, no ping is accepted: the requests stop. */
const maxDeafMs = 30_000;
/** A sweep a little before the end of the interval counts as its end, in milliseconds. */
const slackMs = 2000;

type Deps = Pick<CoreDependencies, 'config' | 'db' | 'queue' | 'log' | 'now'>;

/** After a successful sweep: has a worker request WATCHDOG_URL, at most once in WATCHDOG_SECONDS in all processes together. */
export async function enqueueWatchdog(deps: Deps, listenedUntil: Date | null): Promise<void> {
  const { config, db, now } = deps;
  if (config.watchdogUrl === null || listenedUntil === null) return;
  const time = now();
  if (Number(time) - Number(listenedUntil) > maxDeafMs) return;
  const { watchdogAt } = healthWatch;
  const latest = new Date(Number(time) - config.watchdogSeconds * 1000 + slackMs);
  // A time in the future precedes a change of the clock.
  const isDue = or(isNull(watchdogAt), lte(watchdogAt, latest), gt(watchdogAt, time));
  const claimed = await db.update(healthWatch).set({ watchdogAt: time }).where(isDue).returning({ id: healthWatch.id });
  if (claimed.length > 0) await enqueueStored(deps, callWatchdog, {}, { dedupeKey: callWatchdog.name });
}

/** Requests WATCHDOG_URL and records the outcome; returns why it failed, or null. The address is a secret: no reason has it. */
export async function requestWatchdog({
  config,
  db,
  now,
}: Pick<Deps, 'config' | 'db' | 'now'>): Promise<string | null> {
  if (config.watchdogUrl === null) return null;
  const problem = await problemOf(config.watchdogUrl);
  await db.update(healthWatch).set({
    watchdogProblem: problem,
    ...(problem === null && { watchdogOkAt: now() }),
  });
  return problem;
}

async function problemOf(url: string): Promise<string | null> {
  try {
    const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    await answer.body?.cancel();
    return answer.ok ? null : `It answered ${answer.status}.`;
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError')
      return `It did not answer within ${timeoutMs / 1000} s.`;
    const cause = error instanceof Error ? error.cause : undefined;
    const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
    return `It could not be reached${code}.`;
  }
}

/** When WATCHDOG_URL last answered, and why its last request failed; null before the first request. */
export async function watchdogState(db: Database) {
  const { watchdogAt, watchdogOkAt, watchdogProblem } = healthWatch;
  const [row] = await db
    .select({ at: watchdogAt, okAt: watchdogOkAt, problem: watchdogProblem })
    .from(healthWatch)
    .limit(1);
  return row?.at ? row : null;
}
