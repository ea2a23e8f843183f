import { performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';

/** Options of `collectWhenIdle`; tests use shorter times. */
interface IdleCollectionOptions {
  /** Milliseconds between two looks at the load. */
  intervalMs?: number;
  /** Milliseconds between two collections. */
  pauseMs?: number;
}

/** Part of an interval up to which the process counts as idle. */
const idleShare = 0.1;
/** Idle intervals in a row before a collection. */
const idleIntervals = 2;
/** Growth of the heap that is worth a collection, in bytes. */
const leastGrowth = 8e6;

/**
 * Collects garbage once the process is idle after work, and returns the memory to the system: V8 collects only while the
 * process allocates, so an idle one would keep the garbage of its last load. A collection takes less than 100 ms. Does
 * nothing without Node's option `--expose-gc`.
 */
export function collectWhenIdle({ intervalMs = 1000, pauseMs = 30_000 }: IdleCollectionOptions = {}): void {
  const collect = globalThis.gc;
  if (!collect) return;
  let seen = performance.eventLoopUtilization();
  let idleFor = 0;
  let collectedAt = Number.NEGATIVE_INFINITY;
  let heapAfter = 0;
  const look = () => {
    const { utilization } = performance.eventLoopUtilization(seen);
    seen = performance.eventLoopUtilization();
    idleFor = utilization < idleShare ? idleFor + 1 : 0;
    const isDue = idleFor >= idleIntervals && performance.now() - collectedAt >= pauseMs;
    if (!isDue || getHeapStatistics().total_heap_size - heapAfter < leastGrowth) return;
    // Of the flavors only this one makes the heap smaller at once.
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    collectedAt = performance.now();
    heapAfter = getHeapStatistics().total_heap_size;
  };
  setInterval(look, intervalMs).unref();
}
