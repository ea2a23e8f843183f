import { and, asc, count, eq, inArray, min } from 'drizzle-orm';
import { Gauge, Registry } from 'prom-client';
import { healthStatuses } from '../../contract/health.ts';
import type { Database } from '../../db/database.ts';
import { boardSync } from '../../db/schema/boards.ts';
import { healthFlips, healthMonitors } from '../../db/schema/health.ts';
import { inboxMessages } from '../../db/schema/inbox.ts';
import { telephonyClients, telephonyMessages, telephonySyncs } from '../../db/schema/telephony.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { watchdogState } from '../health/watchdog.ts';
import { unmailed } from '../inbox/unmailed.ts';
import { currentFault, faults } from '../process/faults.ts';
import { version } from './build.ts';

type Deps = Pick<CoreDependencies, 'db' | 'queue' | 'config' | 'log' | 'now'>;

/** Time limit for one group of figures, in milliseconds: an unresponsive store must not delay the others. */
const timeoutMs = 3000;
/** Worker processes with their own label values. */
const maxWorkers = 50;

const seconds = (date: Date) => Number(date) / 1000;

/**
 * Figures read from the database and the queue at scrape time, each by an index or from a small table. A group that
 * cannot be read is left out, logged, and reported in `vitrine_scrape_failed`.
 */
export async function readGauges(deps: Deps): Promise<Registry> {
  const registry = new Registry();
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Gauge<Label>({ name, help, labelNames, registers: [registry] });

  gauge('vitrine_build_info', 'Version of the product and of Node.js; always 1.', ['version', 'node']).set(
    { version, node: process.versions.node },
    1,
  );
  const found = await currentFault(deps);
  const fault = gauge('vitrine_fault', '1 while the database or the secret has this fault.', ['fault']);
  for (const kind of faults) fault.set({ fault: kind }, kind === found ? 1 : 0);
  const failed = gauge('vitrine_scrape_failed', '1 when these figures could not be read.', ['group']);
  const groups = {
    queue: readQueue,
    outbox: readOutbox,
    syncs: readSyncs,
    monitors: readMonitors,
    watchdog: readWatchdog,
  };
  await Promise.all(
    Object.entries(groups).map(async ([group, read]) => {
      try {
        const set = await bounded(read(deps));
        set(gauge);
        failed.set({ group }, 0);
      } catch (error) {
        failed.set({ group }, 1);
        deps.log.warn({ err: error, group }, 'figures for /metrics could not be read');
      }
    }),
  );
  return registry;
}

type MakeGauge = <Label extends string = never>(
  name: string,
  help: string,
  labelNames?: readonly Label[],
) => Gauge<Label>;

/** Sets the figures of a group. They are read first, so that a group is complete or absent. */
type SetGroup = (gauge: MakeGauge) => void;

async function readQueue({ queue }: Deps): Promise<SetGroup> {
  const [overview, schedules, workers] = await Promise.all([queue.overview(), queue.schedules(), queue.workers()]);
  return (gauge) => {
    gauge('vitrine_queue_info', 'The store of the job queue; always 1.', ['driver']).set({ driver: queue.driver }, 1);
    const jobs = gauge('vitrine_queue_jobs', 'Jobs in the queue by state; parked jobs need an operator.', ['state']);
    for (const state of ['waiting', 'delayed', 'active', 'parked'] as const) jobs.set({ state }, overview[state]);
    gauge('vitrine_queue_oldest_due_seconds', 'Waiting time of the oldest due job.').set(overview.oldestDueSeconds);
    gauge('vitrine_queue_paused', '1 while no jobs are started.').set(overview.isPaused ? 1 : 0);
    const lastRun = gauge('vitrine_schedule_last_run_timestamp_seconds', 'When a scheduled job last became due.', [
      'job_name',
    ]);
    for (const { name, lastRunAt } of schedules) if (lastRunAt) lastRun.set({ job_name: name }, seconds(lastRunAt));
    const tick = gauge('vitrine_worker_last_tick_timestamp_seconds', 'Last heartbeat of a worker process.', ['worker']);
    const taken = gauge('vitrine_worker_last_job_timestamp_seconds', 'When a worker process last started a job.', [
      'worker',
    ]);
    for (const { id, seenAt, lastJobAt } of workers.slice(0, maxWorkers)) {
      tick.set({ worker: id }, seconds(seenAt));
      if (lastJobAt) taken.set({ worker: id }, seconds(lastJobAt));
    }
  };
}

/** Stored rows that are not yet sent: the rows are the truth, not the queue. */
async function readOutbox({ db, config, now }: Deps): Promise<SetGroup> {
  const oldest = {
    sms: await oldestMessage(db),
    mail: config.smtpUrl === null ? null : await oldestUnmailed(db, now()),
    alarm: await oldestAlarm(db),
  };
  return (gauge) => {
    const age = gauge('vitrine_outbox_oldest_seconds', 'Age of the oldest unsent row; 0: none.', ['outbox']);
    for (const [outbox, at] of Object.entries(oldest))
      age.set({ outbox }, at === null ? 0 : Math.max(0, seconds(now()) - seconds(at)));
  };
}

async function oldestMessage(db: Database): Promise<Date | null> {
  const { delivery, createdOn } = telephonyMessages;
  const [found] = await db
    .select({ at: min(createdOn) })
    .from(telephonyMessages)
    .where(inArray(delivery, ['waiting', 'handing-over']));
  return found?.at ?? null;
}

async function oldestUnmailed(db: Database, now: Date): Promise<Date | null> {
  const [found] = await db
    .select({ at: inboxMessages.receivedAt })
    .from(inboxMessages)
    .where(unmailed(now))
    .orderBy(asc(inboxMessages.receivedAt))
    .limit(1);
  return found?.at ?? null;
}

async function oldestAlarm(db: Database): Promise<Date | null> {
  const [found] = await db
    .select({ at: min(healthFlips.at) })
    .from(healthFlips)
    .where(eq(healthFlips.alarm, 'send'));
  return found?.at ?? null;
}

async function readSyncs({ db }: Deps): Promise<SetGroup> {
  const [boards] = await db.select({ at: boardSync.succeededAt }).from(boardSync);
  const isActive = eq(telephonyClients.isActive, true);
  const [messages] = await db
    .select({ at: min(telephonySyncs.lastSuccessAt) })
    .from(telephonySyncs)
    .innerJoin(telephonyClients, and(eq(telephonyClients.id, telephonySyncs.telephonyClientId), isActive));
  return (gauge) => {
    const boardsAt = gauge(
      'vitrine_boards_last_sync_timestamp_seconds',
      'Last successful sync with Trello; absent before the first.',
    );
    const messagesAt = gauge(
      'vitrine_message_log_last_sync_timestamp_seconds',
      'Last successful import of the message log, of the active account with the oldest one; absent before the first.',
    );
    setOrRemove(boardsAt, boards?.at);
    setOrRemove(messagesAt, messages?.at);
  };
}

/** Removes the initial 0 of a gauge without labels: it would mean a sync in 1970. */
function setOrRemove(gauge: Gauge, at: Date | null | undefined): void {
  if (at) gauge.set(seconds(at));
  else gauge.remove();
}

async function readWatchdog({ db, config }: Deps): Promise<SetGroup> {
  const state = config.watchdogUrl === null ? null : await watchdogState(db);
  return (gauge) => {
    const succeeded = gauge(
      'vitrine_watchdog_last_success_timestamp_seconds',
      'When the address of WATCHDOG_URL last took a request; absent before the first and without an address.',
    );
    setOrRemove(succeeded, state?.okAt);
    gauge('vitrine_watchdog_failing', '1 while the last request to WATCHDOG_URL failed.').set(state?.problem ? 1 : 0);
  };
}

async function readMonitors({ db }: Deps): Promise<SetGroup> {
  const { status } = healthMonitors;
  const found = await db.select({ status, monitors: count() }).from(healthMonitors).groupBy(status);
  const counts = new Map(found.map((row) => [row.status, row.monitors]));
  return (gauge) => {
    const monitors = gauge('vitrine_monitors', 'Monitored servers by state.', ['state']);
    for (const state of healthStatuses) monitors.set({ state }, counts.get(state) ?? 0);
  };
}

function bounded<Result>(work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no response within ${timeoutMs} ms`)), timeoutMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
