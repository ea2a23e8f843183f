import { lte } from 'drizzle-orm';
import { purgeApiTokens } from '../../core/accounts/api-tokens.ts';
import { purgeSessions } from '../../core/accounts/jobs.ts';
import { purgeSteps } from '../../core/accounts/pending-steps.ts';
import { hasEnded, readSessionLimits } from '../../core/accounts/session-limits.ts';
import { handleJob } from '../../core/queue/handler.ts';
import { accountLinks } from '../../db/schema/sign-in.ts';
import { sessions } from '../../db/schema/users.ts';

/** Expired links are kept this long: the limit of mails per hour counts them. */
const keptLinkMs = 86_400_000;

/** Deletes ended sessions, expired links and pending steps, and old API tokens; look-ups already ignore them. */
export const handlePurgeSessions = handleJob(purgeSessions, async (_data, { db, log, now }) => {
  await purgeSteps({ db, now });
  const tokens = await purgeApiTokens({ db, now });
  if (tokens > 0) log.info({ tokens }, 'API tokens that ended a year ago deleted');
  const ended = hasEnded(await readSessionLimits(db), now());
  const purged = await db.delete(sessions).where(ended).returning({ id: sessions.id });
  await db.delete(accountLinks).where(lte(accountLinks.expiresAt, new Date(Number(now()) - keptLinkMs)));
  if (purged.length > 0) log.info({ sessions: purged.length }, 'ended sessions deleted');
});
