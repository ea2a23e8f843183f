import { z } from 'zod';
import { sweepAlarmMails } from '../health/alarm-mails.ts';
import { tellAlarms } from '../health/alarms.ts';
import { listenedUntil } from '../health/listening.ts';
import { sweepOverdue } from '../health/sweep.ts';
import { defineJob } from '../queue/queue.ts';

/** Finds servers that fell silent and tells of every change, every five seconds; safe on many workers at once. */
export const sweepHealth = defineJob({
  name: 'sweep-health',
  data: z.object({}),
  retry: { attempts: 3, backoffSeconds: 1 },
  every: 5,
  async run(_data, deps) {
    const { db, log, now } = deps;
    const until = await listenedUntil(db);
    // A clock that was set back must not bring deadlines forward.
    const swept = until === null ? 0 : await sweepOverdue(db, now(), until < now() ? until : now());
    if (swept > 0) log.info({ servers: swept }, 'servers fell silent');
    await tellAlarms(deps);
    await sweepAlarmMails(deps);
  },
});
