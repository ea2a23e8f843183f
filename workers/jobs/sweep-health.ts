import { sweepAlarmMails } from '../../core/health/alarm-mails.ts';
import { tellAlarms } from '../../core/health/alarms.ts';
import { sweepHealth } from '../../core/health/jobs.ts';
import { listenedUntil } from '../../core/health/listening.ts';
import { sweepOverdue } from '../../core/health/sweep.ts';
import { handleJob } from '../../core/queue/handler.ts';

/** Finds servers that fell silent and tells of every change, every five seconds; safe on many workers at once. */
export const handleSweepHealth = handleJob(sweepHealth, async (_data, deps) => {
  const { db, log, now } = deps;
  const until = await listenedUntil(db);
  // A clock that was set back must not bring deadlines forward.
  const swept = until === null ? 0 : await sweepOverdue(db, now(), until < now() ? until : now());
  if (swept > 0) log.info({ servers: swept }, 'servers fell silent');
  await tellAlarms(deps);
  await sweepAlarmMails(deps);
});
