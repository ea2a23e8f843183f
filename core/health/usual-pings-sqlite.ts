import { maxStoredPings } from '../../contract/health.ts';
import type { Database } from '../../db/database.ts';
import { storableText } from '../../db/dialect.ts';
import { inTransaction, prepareForRows } from '../../db/sqlite/row-statements.ts';
import { gracesPerPeriod, intervalDeadlines, maxDefaultGraceSeconds } from './deadline.ts';
import { type ArrivedPing, restMs } from './ping.ts';
import { givenColumns, isUsual, replaceOldest } from './usual-pings.ts';

// One statement finds the servers of a batch: passing values and beginning a statement takes as long as finding a server. Rows
// are written one by one: before a statement changes several rows, SQLite copies their pages (docs/performance.md).

/** What the batch changes about a server. */
type Change = [place: number, clientId: number, slot: number, dueAt: number];

/** The next time of the server's own period, else of the interval, plus the grace: the setting, else the default. In milliseconds. */
const due = `case when period_seconds is not null
  then ? + (period_seconds + coalesce(grace_seconds, min(period_seconds / ${gracesPerPeriod}, ${maxDefaultGraceSeconds}))) * 1000
  else case interval ${intervalDeadlines(new Date(0))
    .map(({ interval, graceSeconds }) => `when '${interval}' then ? + coalesce(grace_seconds, ${graceSeconds}) * 1000`)
    .join(' ')} end end`;

const find = `select given.key, client_id, hits % ${maxStoredPings}, max(coalesce(due_at, 0), ${due})
  from json_each(?) given cross join health_monitors on code = given.value
  where ${isUsual} and (last_hit_at is null or last_hit_at <= ?)`;
const count = 'update health_monitors set hits = hits + 1, last_hit_at = ?, due_at = ? where client_id = ?';
const store = `insert into health_hits (client_id, slot, ${givenColumns})
  values (?, ?, ?, 'success', ?, ?, ?, ?) ${replaceOldest}`;

interface Batch {
  pings: readonly ArrivedPing[];
  latest: Date;
}

type WriteBatch = (batch: Batch) => ReadonlySet<string>;

const writers = new WeakMap<Database, WriteBatch>();

/** Writes the usual ones of these successes in one transaction and returns their codes (record-usual-pings.ts). */
export async function writeUsualPings(db: Database, pings: readonly ArrivedPing[], latest: Date) {
  const write = writers.get(db) ?? prepareWriter(db);
  writers.set(db, write);
  return write({ pings, latest });
}

function prepareWriter(db: Database): WriteBatch {
  const finding = prepareForRows<Change>(db, find);
  const counting = prepareForRows(db, count);
  const storing = prepareForRows(db, store);
  return inTransaction(db, ({ pings, latest }: Batch) => {
    const codes = pings.map(({ ping }) => ping.code);
    const times = [latest, ...intervalDeadlines(latest).map(({ next }) => next)].map(Number);
    // For the earliest ping: a later one that is only just usual is recorded as one that is not.
    const earliest = pings.reduce((first, { at }) => Math.min(first, Number(at)), Number(latest));
    const written = new Set<string>();
    for (const [place, clientId, slot, dueAt] of finding.all(...times, JSON.stringify(codes), earliest - restMs)) {
      const arrived = pings[place];
      if (!arrived) continue;
      const { at, ping } = arrived;
      counting.run(Number(at), dueAt, clientId);
      const texts = [ping.method, storableText(ping.userAgent), storableText(ping.body)];
      storing.run(clientId, slot, Number(at), ping.exitCode, ...texts);
      written.add(ping.code);
    }
    return written;
  });
}
