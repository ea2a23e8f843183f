import type { CoreDependencies } from '../dependencies.ts';
import { applyChecks, serversToCompare } from '../health/failing-checks.ts';
import type { Timer } from '../queue/timer.ts';
import { attempt } from './attempt.ts';
import { type Claimed, claimDue, repairStarts } from './claim.ts';
import { createPlaces, type Limits } from './places.ts';
import { type Attempt, judgeAttempts, storeResults } from './record.ts';
import type { CheckDeps } from './result.ts';
import { openSecrets } from './secrets.ts';

/** Time between two looks at the database. Random, so that the first of two workers is not always the same one. */
const minPauseMs = 150;
const maxPauseMs = 450;
/** Time between two comparisons of all servers with their checks. */
const compareMs = 30_000;
/** Time from a failed attempt to its repetition: a moment of overload is over, and many failures do not repeat at once. */
const minRepeatMs = 1000;
const maxRepeatMs = 2000;
/** Attempts stored in one transaction. */
const batchSize = 500;

type RunnerDeps = Pick<CoreDependencies, 'db' | 'config' | 'now' | 'randomBytes'> & {
  checks: CheckDeps;
  timer: Timer;
  onError(error: unknown): void;
  /** The state of a server has changed. */
  onChange?(): void;
};

/** Runs due checks in this process until `stop`; other workers share the work. */
export function startRunner(deps: RunnerDeps, limits?: Partial<Limits>): { stop(): Promise<void> } {
  const { db, now } = deps;
  const places = createPlaces(limits);
  const worker = deps.randomBytes(8).toString('hex');
  const randomMs = (least: number, most: number) => least + (deps.randomBytes(1).readUInt8() / 255) * (most - least);
  const repeatAt = () => new Date(Math.round(Number(now()) + randomMs(minRepeatMs, maxRepeatMs)));
  const stopping = new AbortController();
  let ended: Attempt[] = [];
  let stored: Attempt[] = [];
  let comparedAt = Number.NEGATIVE_INFINITY;
  let cancel = () => {};
  let turn: Promise<void> = Promise.resolve();

  async function look(): Promise<void> {
    await record();
    await compare();
    if (!stopping.signal.aborted)
      for (const claimed of await claimDue(db, now(), places.room(), worker)) begin(claimed);
  }

  /** Stores what has ended. After an error the rest is tried again at the next look. */
  async function record(): Promise<void> {
    const batch = ended.slice(0, batchSize);
    await storeResults(db, batch);
    ended = ended.slice(batch.length);
    // Judged attempts must not be stored again: hours are sums.
    stored.push(...batch);
    const servers = await judgeAttempts(db, stored, { worker, repeatAt });
    stored = [];
    if ((await applyChecks(db, now(), servers)) > 0) deps.onChange?.();
  }

  async function compare(): Promise<void> {
    const time = performance.now();
    if (time - comparedAt < compareMs) return;
    comparedAt = time;
    await repairStarts(db, now());
    if ((await applyChecks(db, now(), await serversToCompare(db))) > 0) deps.onChange?.();
  }

  function begin({ check, nextAt }: Claimed): void {
    places
      .run(check.host, async () => {
        const at = now();
        // A crowded host: the next attempt is due already.
        if (stopping.signal.aborted || at >= nextAt) return;
        const attempted = {
          target: check.target,
          timeoutMs: check.timeoutMs,
          secrets: openSecrets(deps.config, check),
        };
        const result = await attempt(attempted, deps.checks, stopping.signal);
        if (!stopping.signal.aborted) ended.push({ ...result, checkId: check.id, at });
      })
      .catch(deps.onError);
  }

  function next(): void {
    if (stopping.signal.aborted) return;
    cancel = deps.timer(randomMs(minPauseMs, maxPauseMs), () => {
      turn = look().catch(deps.onError).then(next);
    });
  }
  next();

  return {
    /** Ends running attempts without a result and stores those that have one. */
    async stop() {
      stopping.abort();
      cancel();
      await turn;
      await record().catch(deps.onError);
    },
  };
}
