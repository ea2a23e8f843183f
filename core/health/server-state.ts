import { and, eq, type SQL, sql } from 'drizzle-orm';
import { type ServerState, serverStates } from '../../contract/server-states.ts';
import { dialect } from '../../db/dialect.ts';
import { healthMonitors } from '../../db/schema/health.ts';
import { gracesPerPeriod, intervalDeadlines, maxDefaultGraceSeconds } from './deadline.ts';

const { status, startedAt, dueAt, graceSeconds, interval, periodSeconds } = healthMonitors;

/** Matches servers of every status but online: the condition of the index that finds them (db/schema/health.ts). */
export const isNotOnline = sql`${status} <> 'online'`;

const graceOfInterval = sql.raw(
  intervalDeadlines(new Date(0))
    .map((one) => `when '${one.interval}' then ${one.graceSeconds}`)
    .join(' '),
);

/** True for rows whose ping is due, within the grace. */
function isLate(now: Date): SQL {
  const least = sql.raw(dialect === 'postgres' ? 'least' : 'min');
  const graceOfPeriod = sql`${least}(${periodSeconds} / ${sql.raw(String(gracesPerPeriod))}, ${sql.raw(String(maxDefaultGraceSeconds))})`;
  const grace = sql`coalesce(${graceSeconds}, case when ${periodSeconds} is not null then ${graceOfPeriod} else case ${interval} ${graceOfInterval} else 0 end end)`;
  const ms = sql`${sql.param(now, dueAt)}`;
  return dialect === 'postgres'
    ? sql`${dueAt} <= ${ms}::timestamptz + ${grace} * interval '1 second'`
    : sql`${dueAt} <= ${ms} + ${grace} * 1000`;
}

/** The place of a server's state in `serverStates`. */
export function stateRank(now: Date): SQL<number> {
  const place = (state: ServerState) => sql.raw(String(serverStates.indexOf(state)));
  const isOnline = eq(status, 'online');
  return sql<number>`case
    when ${eq(status, 'offline')} then ${place('offline')}
    when ${eq(status, 'paused')} then ${place('paused')}
    when ${eq(status, 'new')} then ${place('new')}
    when ${and(isOnline, sql`${startedAt} is not null`)} then ${place('running')}
    when ${and(isOnline, isLate(now))} then ${place('late')}
    else ${place('online')} end`;
}
