import type { CoreDependencies } from '../dependencies.ts';
import { enqueueStored } from '../queue/enqueue-stored.ts';
import { sendAlarms } from './jobs.ts';

/** Has people notified of changes within about a second instead of by the next sweep. */
export function hurryAlarms(deps: Pick<CoreDependencies, 'queue' | 'log'>): Promise<void> {
  return enqueueStored(deps, sendAlarms, {}, { dedupeKey: 'send-alarms', delaySeconds: 1, priority: 'high' });
}
