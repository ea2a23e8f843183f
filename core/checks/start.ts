import type { CoreDependencies } from '../dependencies.ts';
import { hurryAlarms } from '../health/hurry-alarms.ts';
import { throttledErrorLog } from '../log/throttled-error-log.ts';
import { systemTimer } from '../queue/timer.ts';
import { createResolver } from './resolver.ts';
import { startRunner } from './runner.ts';

/** Runs the checks of servers in this process; resolves `stop` once what has ended is stored. */
export function startChecks(deps: CoreDependencies): { stop(): Promise<void> } {
  const { config, log, now } = deps;
  return startRunner({
    ...deps,
    timer: systemTimer,
    checks: {
      now,
      resolver: createResolver(),
      arePrivateNetworksAllowed: config.arePrivateNetworksChecked,
      rdapBootstrapUrl: config.rdapBootstrapUrl,
    },
    onChange: () => void hurryAlarms(deps),
    onError: throttledErrorLog(log, 'checks', 'checks of servers could not be run or recorded'),
  });
}
