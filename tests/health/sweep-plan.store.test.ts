import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { expect, test } from 'vitest';
import { castTo } from '../../contract/cast.ts';
import { readReminders } from '../../core/health/due-reminders.ts';
import { readHeldChanges } from '../../core/health/held-alarms.ts';
import { createPingWriter } from '../../core/health/ping-writer.ts';
import { sweepOverdue } from '../../core/health/sweep.ts';
import type { Database } from '../../db/database.ts';
import { dialect } from '../../db/dialect.ts';
import { makeDependencies } from '../fixture/dependencies.ts';
import { noLimit } from '../fixture/no-limit.ts';
import { hour, makeSetup, minute } from './setup.ts';

/** Opens the store with a log of every statement, and a function that explains one. */
function openLogged(dataDir: string, url: string) {
  const statements: { query: string; params: unknown[] }[] = [];
  const options = {
    casing: 'snake_case',
    logger: { logQuery: (query: string, params: unknown[]) => void statements.push({ query, params }) },
  } as const;
  if (dialect === 'postgres') {
    const client = new pg.Client({ connectionString: url });
    return {
      statements,
      // Drizzle's type differs by dialect; the statements are the same.
      db: castTo<Database>(drizzlePostgres(client, options)),
      open: () => client.connect(),
      close: () => client.end(),
      async explain(query: string, params: unknown[]): Promise<string> {
        // Without this setting Postgres reads a small table as a whole.
        await client.query('set enable_seqscan = off');
        const { rows } = await client.query(`explain ${query}`, params);
        return rows.map((row) => row['QUERY PLAN']).join('\n');
      },
    };
  }
  const client = new Sqlite(join(dataDir, 'vitrine.sqlite'));
  return {
    statements,
    // The client is a Drizzle database without the product's own settings.
    db: castTo<Database>(drizzle(client, options)),
    open: async () => {},
    close: async () => void client.close(),
    explain: async (query: string, params: unknown[]): Promise<string> =>
      client
        .prepare(`explain query plan ${query}`)
        .all(...params)
        .map((step) => castTo<{ detail: string }>(step).detail)
        .join('\n'),
  };
}

test('the sweep finds due servers, held alarms and reminders by their indexes', async () => {
  const made = await makeDependencies();
  const logged = openLogged(made.store.dataDir, made.store.variables.DATABASE_URL ?? '');
  await logged.open();
  const { db, statements, explain } = logged;
  const deps = { ...made.deps, db };
  await sweepOverdue(db, deps.now(), deps.now());
  await readHeldChanges(deps);
  await readReminders(deps);
  const plans: string[] = [];
  for (const { query, params } of [...statements]) plans.push(await explain(query, params));
  expect(plans).toEqual([
    expect.stringContaining('health_monitors_sweep'),
    expect.stringContaining('health_monitors_alarm'),
    expect.stringContaining('health_monitors_remind'),
  ]);
  await logged.close();
  await made.remove();
});

// SQLite has no numbers of rows and prefers an index of two columns to one of a single column. Postgres counts rows.
test.runIf(dialect === 'sqlite')('pings and sweeps find each server by its code, id or deadline', async () => {
  const setup = await makeSetup();
  const servers = [];
  for (let place = 0; place < 30; place += 1) servers.push(await setup.addServer());
  const statements = new Set<string>();
  const client = new Sqlite(join(setup.store.dataDir, 'vitrine.sqlite'), {
    verbose: (text) => statements.add(String(text)),
  });
  // The client is a Drizzle database without the product's own settings.
  const db = castTo<Database>(drizzle(client, { casing: 'snake_case' }));
  const writer = createPingWriter(db, setup.deps.now, noLimit);
  const ping = ({ code }: { code: string }) =>
    writer.record({ code, kind: 'success', exitCode: null, method: 'GET', userAgent: '', body: '' });
  await Promise.all(servers.map(ping));
  await setup.clock.elapse(2 * minute);
  await Promise.all(servers.map(ping));
  await setup.clock.elapse(3 * hour);
  await sweepOverdue(db, setup.deps.now(), setup.deps.now());
  const plans = [...statements]
    .filter((text) => /^(select|update|insert|with)/i.test(text))
    .flatMap((text) => {
      const steps = client.prepare(`explain query plan ${text}`).all();
      return steps.map((step) => castTo<{ detail: string }>(step).detail);
    })
    .filter((detail) => detail.includes('health_monitors'));
  expect(plans.length).toBeGreaterThan(5);
  const expected =
    /SEARCH health_monitors USING (INTEGER PRIMARY KEY|INDEX health_monitors_(code|sweep) )|USING INDEX health_monitors_sweep/;
  expect(plans.filter((detail) => !expected.test(detail))).toEqual([]);
  client.close();
  await setup.remove();
});
