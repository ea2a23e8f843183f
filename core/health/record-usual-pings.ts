import { maxStoredPings } from '../../contract/health.ts';
import type { Database } from '../../db/database.ts';
import { dialect, storableText } from '../../db/dialect.ts';
import { nextPings } from './deadline.ts';
import { type ArrivedPing, restMs } from './ping.ts';

// Nearly every ping is the success of an online server without a run, the first one for a while. Its effect depends on nothing
// but the row that it changes, and it is within its server's limit, so the database counts and stores it without a read before:
// on SQLite with prepared statements for each ping, on Postgres with one prepared statement for the batch, which is the whole
// transaction and takes one round trip.

/**
 * Writes the usual pings in one transaction and returns their codes; other pings change nothing. Each code may occur once. A
 * server with a ping less than `restMs` ago is not usual: its pings count toward a limit.
 */
export async function recordUsualPings(db: Database, pings: readonly ArrivedPing[]): Promise<ReadonlySet<string>> {
  const successes = pings.filter(({ ping }) => ping.kind === 'success');
  const [first] = successes;
  if (!first) return new Set();
  // The pings of a batch are milliseconds apart: the latest time counts for the deadlines of all.
  const latest = successes.reduce((last, { at }) => (at > last ? at : last), first.at);
  return dialect === 'postgres' ? onPostgres(db, successes, latest) : onSqlite(db, successes, latest);
}

/** An interval's next time, plus the grace: the setting, else the default of the interval. */
const dueCase = (later: (place: number, defaultGraceSeconds: number) => string) =>
  `case interval ${nextPings(new Date(0))
    .map(({ interval, graceSeconds }, place) => `when '${interval}' then ${later(place, graceSeconds)}`)
    .join(' ')} end`;

const isUsual = `status = 'online' and started_at is null and interval <> 'none' and sweep_at is not null`;
const givenColumns = 'at, kind, exit_code, method, user_agent, body';
/** In a full ring. */
const replaceOldest = `on conflict (client_id, slot) do update set at = excluded.at, kind = excluded.kind,
  exit_code = excluded.exit_code, duration_milliseconds = null, method = excluded.method,
  user_agent = excluded.user_agent, body = excluded.body`;

// SQLite: one update and one insert for each ping.

const countOne = `update health_monitors set
  hits = hits + 1,
  last_hit_at = ?,
  due_at = max(coalesce(due_at, 0), ${dueCase((_place, grace) => `? + coalesce(grace_seconds, ${grace}) * 1000`)})
  where code = ? and ${isUsual} and (last_hit_at is null or last_hit_at <= ?)
  returning client_id, (hits - 1) % ${maxStoredPings}`;

const storeOne = `insert into health_hits (client_id, slot, ${givenColumns}) values (?, ?, ?, 'success', ?, ?, ?, ?) ${replaceOldest}`;

type RunRows = Awaited<ReturnType<typeof prepareRows>>;
const preparedRows = new WeakMap<Database, RunRows>();

async function prepareRows(db: Database) {
  const { prepareForRows } = await import('../../db/sqlite/row-statements.ts');
  return prepareForRows(db, countOne, storeOne);
}

async function onSqlite(db: Database, pings: readonly ArrivedPing[], latest: Date): Promise<ReadonlySet<string>> {
  const run = preparedRows.get(db) ?? (await prepareRows(db));
  preparedRows.set(db, run);
  const times = nextPings(latest).map(({ next }) => Number(next));
  const rows = pings.map(({ at, ping }) => ({
    first: [Number(at), ...times, ping.code, Number(at) - restMs],
    second: [Number(at), ping.exitCode, ping.method, storableText(ping.userAgent), storableText(ping.body)],
  }));
  const isWritten = run(rows);
  return new Set(pings.flatMap(({ ping }, place) => (isWritten[place] ? [ping.code] : [])));
}

// Postgres: the servers are locked in the order of their ids, so that batches of several processes cannot deadlock. A
// statement that waited for a lock works on the row as it is then.

const given = `select * from json_to_recordset($1) as rows(code text, at timestamptz(3), exit_code integer, method text, user_agent text, body text)`;

const locked = `select monitor.ctid place, given.* from (${given}) given
  join health_monitors monitor on monitor.code = given.code
  where ${isUsual} and (last_hit_at is null or last_hit_at <= at - interval '${restMs} milliseconds')
  order by client_id for no key update of monitor`;

// By the place of the row, which needs no index. A row that moved before it was locked is not found: its ping is not usual.
const counted = `update health_monitors monitor set
  hits = hits + 1,
  last_hit_at = at,
  due_at = greatest(due_at, ${dueCase((place, grace) => `$${place + 2}::timestamptz + coalesce(grace_seconds, ${grace}) * interval '1 second'`)})
  from locked where monitor.ctid = locked.place
  returning monitor.client_id, (hits - 1) % ${maxStoredPings} slot, locked.*`;

const stored = `insert into health_hits (client_id, slot, ${givenColumns})
  select client_id, slot, at, 'success', exit_code, method, user_agent, body from counted ${replaceOldest}`;

const steps = [`locked as materialized (${locked})`, `counted as (${counted})`, `stored as (${stored})`];
const countAll = { name: 'record-usual-pings', text: `with ${steps.join(', ')} select code from counted` };

async function onPostgres(db: Database, pings: readonly ArrivedPing[], latest: Date): Promise<ReadonlySet<string>> {
  const { runPrepared } = await import('../../db/postgres/prepared.ts');
  const rows = pings.map(({ at, ping }) => ({
    code: ping.code,
    at,
    exit_code: ping.exitCode,
    method: ping.method,
    user_agent: wellFormed(ping.userAgent),
    body: wellFormed(ping.body),
  }));
  const times = nextPings(latest).map(({ next }) => next.toISOString());
  const written = await runPrepared(db, countAll, [JSON.stringify(rows), ...times]);
  return new Set(written.map(([code]) => String(code)));
}

/** A text as Postgres takes it in JSON. */
function wellFormed(text: string): string {
  return storableText(text).toWellFormed();
}
