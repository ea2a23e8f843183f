import { and, inArray, lt } from 'drizzle-orm';
import { z } from 'zod';
import { healthFlips, healthMails } from '../../db/schema/health.ts';
import { defineJob } from '../queue/queue.ts';

/** How long changes of a server's status are kept, in milliseconds: what 90 days of uptime need, and a little more. */
const kept = 93 * 86_400_000;

/** Deletes changes that no screen shows any more, and the mails that told of them. */
export const purgeHealthFlips = defineJob({
  name: 'purge-health-flips',
  data: z.object({}),
  retry: { attempts: 3, backoffSeconds: 60 },
  every: 6 * 3600,
  async run(_data, { db, now }) {
    const before = new Date(Number(now()) - kept);
    const isTold = inArray(healthFlips.alarm, ['silent', 'sent']);
    await db.delete(healthFlips).where(and(lt(healthFlips.at, before), isTold));
    await db.delete(healthMails).where(lt(healthMails.createdAt, before));
  },
});
