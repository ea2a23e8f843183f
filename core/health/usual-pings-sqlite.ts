import type { CheckInterval } from '../../contract/clients.ts';
import { maxStoredPings } from '../../contract/health.ts';
import type { Database } from '../../db/database.ts';
import { storableText } from '../../db/dialect.ts';
import { inTransaction, prepareForRows } from '../../db/sqlite/row-statements.ts';
import { nextPings } from './deadline.ts';
import { type ArrivedPing, restMs } from './ping.ts';
import { givenColumns, isUsual, replaceOldest } from './usual-pings.ts';

type MonitorColumns = [
  clientId: number,
  pingCount: number,
  dueAt: number | null,
  interval: CheckInterval,
  graceSeconds: number | null,
];

const find = `select client_id, hits, due_at, interval, grace_seconds from health_monitors
  where code = ? and ${isUsual} and (last_hit_at is null or last_hit_at <= ?)`;
const count = 'update health_monitors set hits = ?, last_hit_at = ?, due_at = ? where client_id = ?';
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
  const [finding, counting, storing] = [
    prepareForRows<MonitorColumns>(db, find),
    prepareForRows(db, count),
    prepareForRows(db, store),
  ];
  return inTransaction(db, ({ pings, latest }: Batch) => {
    const deadlines = new Map<CheckInterval, { next: Date; graceSeconds: number }>(
      nextPings(latest).map(({ interval, ...next }) => [interval, next]),
    );
    const written = new Set<string>();
    for (const { at, ping } of pings) {
      const time = Number(at);
      const found = finding.get(ping.code, time - restMs);
      if (!found) continue;
      const [clientId, pingCount, dueAt, interval, graceSeconds] = found;
      const next = deadlines.get(interval);
      if (!next) continue;
      const due = Number(next.next) + (graceSeconds ?? next.graceSeconds) * 1000;
      counting.run(pingCount + 1, time, Math.max(dueAt ?? 0, due), clientId);
      const texts = [ping.method, storableText(ping.userAgent), storableText(ping.body)];
      storing.run(clientId, pingCount % maxStoredPings, time, ping.exitCode, ...texts);
      written.add(ping.code);
    }
    return written;
  });
}
