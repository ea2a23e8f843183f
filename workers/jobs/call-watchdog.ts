import { callWatchdog } from '../../core/health/jobs.ts';
import { requestWatchdog } from '../../core/health/watchdog.ts';
import { countFailure } from '../../core/metrics/registry.ts';
import { handleJob } from '../../core/queue/handler.ts';

/** Requests WATCHDOG_URL. A failure is logged and counted; the next sweep asks again, so no job is parked. */
export const handleCallWatchdog = handleJob(callWatchdog, async (_data, deps) => {
  const problem = await requestWatchdog(deps);
  if (problem === null) return;
  countFailure('watchdog');
  deps.log.warn({ problem }, 'the address of WATCHDOG_URL did not take the request');
});
