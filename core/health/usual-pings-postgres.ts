import { maxStoredPings } from '../../contract/health.ts';
import type { Database } from '../../db/database.ts';
import { storableText } from '../../db/dialect.ts';
import { runPrepared } from '../../db/postgres/prepared.ts';
import { gracesPerPeriod, intervalDeadlines, maxDefaultGraceSeconds } from './deadline.ts';
import { type ArrivedPing, restMs } from './ping.ts';
import { givenColumns, isUsual, replaceOldest } from './usual-pings.ts';

// One prepared statement writes the batch: the statement is the whole transaction and takes one round trip. It locks the servers
// in the order of their ids, so that batches of several processes cannot deadlock. After a wait for a lock, Postgres checks the
// conditions again on the changed row.

/** The next time of the server's own period, else of the interval, plus the grace: the setting, else the default. */
const due = `case when period_seconds is not null
  then $2::timestamptz + (period_seconds
    + coalesce(grace_seconds, least(period_seconds / ${gracesPerPeriod}, ${maxDefaultGraceSeconds}))) * interval '1 second'
  else case interval ${intervalDeadlines(new Date(0))
    .map(
      ({ interval, graceSeconds }, place) =>
        `when '${interval}' then $${place + 3}::timestamptz + coalesce(grace_seconds, ${graceSeconds}) * interval '1 second'`,
    )
    .join(' ')} end end`;

const given = `select * from json_to_recordset($1) as rows(code text, at timestamptz(3), exit_code integer, method text, user_agent text, body text)`;

const locked = `select monitor.ctid place, given.* from (${given}) given
  join health_monitors monitor on monitor.code = given.code
  where ${isUsual} and (last_hit_at is null or last_hit_at <= at - interval '${restMs} milliseconds')
  order by client_id for no key update of monitor`;

// The row's place (`ctid`) finds the row without an index. A change by another transaction in between moves the row: the
// statement then skips the ping, and the ping is recorded as one that is not usual.
const counted = `update health_monitors monitor set
  hits = hits + 1,
  last_hit_at = at,
  due_at = greatest(due_at, ${due})
  from locked where monitor.ctid = locked.place
  returning monitor.client_id, (hits - 1) % ${maxStoredPings} slot, locked.*`;

const stored = `insert into health_hits (client_id, slot, ${givenColumns})
  select client_id, slot, at, 'success', exit_code, method, user_agent, body from counted ${replaceOldest}`;

const steps = [`locked as materialized (${locked})`, `counted as (${counted})`, `stored as (${stored})`];
const countAll = {
  name: 'record-usual-pings',
  text: `with ${steps.join(', ')} select string_agg(code, ' ') from counted`,
};

/** Writes the usual ones of these successes in one transaction and returns their codes (record-usual-pings.ts). */
export async function writeUsualPings(db: Database, pings: readonly ArrivedPing[], latest: Date) {
  const rows = pings.map(({ at, ping }) => ({
    code: ping.code,
    at,
    exit_code: ping.exitCode,
    method: ping.method,
    user_agent: wellFormed(ping.userAgent),
    body: wellFormed(ping.body),
  }));
  const times = [latest, ...intervalDeadlines(latest).map(({ next }) => next)].map((at) => at.toISOString());
  // Codes contain no spaces.
  const [[codes] = []] = await runPrepared(db, countAll, [JSON.stringify(rows), ...times]);
  return new Set(String(codes ?? '').split(' '));
}

/** A text as Postgres takes it in JSON. */
function wellFormed(text: string): string {
  return storableText(text).toWellFormed();
}
