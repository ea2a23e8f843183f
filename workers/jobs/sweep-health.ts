import { sweepDeliveries } from '../../core/alarms/deliveries.ts';
import { finishDrills } from '../../core/alarms/drills.ts';
import { settleIncidents } from '../../core/alarms/settle-incidents.ts';
import { sendSummaries } from '../../core/alarms/summaries.ts';
import { sweepAlarmMails } from '../../core/health/alarm-mails.ts';
import { sendAlarmNotifications } from '../../core/health/alarms.ts';
import { sweepHealth } from '../../core/health/jobs.ts';
import { listenedUntil } from '../../core/health/listening.ts';
import { notifyBlindTimes } from '../../core/health/notify-blind-times.ts';
import { sweepOverdue } from '../../core/health/sweep.ts';
import { enqueueWatchdog } from '../../core/health/watchdog.ts';
import { handleJob } from '../../core/queue/handler.ts';
import { draftIncidents } from '../../core/status/draft-incidents.ts';

/** Marks overdue servers as offline and sends notifications. Safe on several workers at once. */
export const handleSweepHealth = handleJob(sweepHealth, async (_data, deps) => {
  const { db, log, now } = deps;
  const until = await listenedUntil(db);
  // Use the earlier time: after the clock was set back, `until` lies in the future.
  const swept = until === null ? 0 : await sweepOverdue(db, now(), until < now() ? until : now());
  if (swept > 0) log.info({ servers: swept }, 'servers are overdue');
  await sendAlarmNotifications(deps);
  await settleIncidents(db, now());
  await finishDrills(deps);
  await sendSummaries(deps);
  await notifyBlindTimes(deps);
  await sweepAlarmMails(deps);
  await sweepDeliveries(deps);
  const drafted = await draftIncidents(db, now());
  if (drafted > 0) log.info({ servers: drafted }, 'an incident was drafted for the status page');
  await enqueueWatchdog(deps, until);
});
