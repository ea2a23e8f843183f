import { and, asc, eq, isNotNull } from 'drizzle-orm';
import { alarmChannels } from '../../db/schema/alarms.ts';
import type { CoreDependencies } from '../dependencies.ts';

/** Channels that are listed. */
const maxListed = 5;

/** Active channels of alarms whose last notification failed. */
export async function channelItems({ db }: Pick<CoreDependencies, 'db'>) {
  const { id, name, contactId, problem, problemAt, isActive } = alarmChannels;
  const rows = await db
    .select({ id, name, contactId, problem })
    .from(alarmChannels)
    .where(and(eq(isActive, true), isNotNull(problem)))
    .orderBy(asc(problemAt), asc(id))
    .limit(maxListed);
  return rows.map((row) => ({ kind: 'failedChannel' as const, ...row, problem: row.problem ?? '' }));
}
