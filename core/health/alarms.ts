import { yieldToEventLoop } from '../../db/query/paging.ts';
import { policiesOfServers } from '../alarms/applied-policy.ts';
import { notifyChanges } from '../alarms/notify-changes.ts';
import { openIncidents } from '../alarms/open-incidents.ts';
import { takeSteps } from '../alarms/take-steps.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { type Alarm, alarmBatchSize } from './alarm.ts';
import { readChanges } from './due-alarms.ts';
import { readReminders } from './due-reminders.ts';
import { readHeldChanges } from './held-alarms.ts';

/** One sweep sends notifications for at most this long, so that overdue servers are still found on time. */
const maxRunMs = 3000;

/** Sends every due notification, once per event and recipient: safe to repeat and to run on several workers. */
export async function sendAlarmNotifications(deps: CoreDependencies): Promise<void> {
  const startedAt = performance.now();
  const isLate = () => performance.now() - startedAt > maxRunMs;
  // People are notified of an outage before its end, also after a crash between the two.
  while (await takeSteps(deps)) if (isLate()) return;
  for (const read of [readChanges, readHeldChanges, readReminders]) {
    for (let isMore = true; isMore; await yieldToEventLoop()) {
      const alarms = await read(deps);
      isMore = (await notifyAll(deps, alarms)) && alarms.length === alarmBatchSize;
      if (isLate()) return;
    }
  }
}

/** Sends alarms, those of one server in their order. False: another worker was faster. */
async function notifyAll(deps: CoreDependencies, alarms: readonly Alarm[]): Promise<boolean> {
  const ofServers = [...Map.groupBy(alarms, ({ subject }) => subject.monitor.clientId).values()];
  const rounds = Math.max(0, ...ofServers.map(({ length }) => length));
  for (let round = 0; round < rounds; round += 1) {
    const alarmsOfRound = ofServers.flatMap((ofOne) => ofOne.slice(round, round + 1));
    if (!(await notify(deps, alarmsOfRound))) return false;
  }
  return true;
}

/** Opens incidents for outages and takes their first steps, then notifies of all other changes. False: another worker was faster. */
async function notify(deps: CoreDependencies, alarms: readonly Alarm[]): Promise<boolean> {
  const { db, now } = deps;
  const subjects = alarms.map(({ subject }) => subject);
  const policies = await policiesOfServers(db, subjects, now());
  const isOutage = ({ type, text }: Alarm) => type === 'monitor.down' && text !== null;
  if (!(await openIncidents(deps, alarms.filter(isOutage), policies))) return false;
  await takeSteps(deps);
  const others = alarms.filter((alarm) => !isOutage(alarm));
  return notifyChanges(deps, others, policies);
}
