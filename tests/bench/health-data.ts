import { sql } from 'drizzle-orm';
import pg from 'pg';
import type { OpenDatabase } from '../../db/database.ts';
import { openDatabase } from '../../db/open.ts';
import { clientHeadings } from '../../db/schema/clients.ts';
import { trpcClient } from '../fixture/trpc.ts';

/** Health code of the n-th server, from 1. */
export const codeOf = (place: number) => `code-number-${String(place).padStart(12, '0')}`;

export const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Makes a database with this many online servers, due in an hour. */
export async function seed(dataDir: string, servers: number): Promise<OpenDatabase> {
  const opened = await openDatabase({ dataDir, databaseUrl: null });
  const { db } = opened;
  await db.insert(clientHeadings).values({ title: 'Clients', subTitle: 'All', isActive: true });
  const numbers = sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${servers})`;
  const code = sql`'code-number-' || printf('%012d', n)`;
  db.run(
    sql`insert into clients (is_active, parent_id, name, display_order, health_code, check_interval, show_on_home_page) ${numbers} select 1, 1, 'Server ' || n, n, ${code}, 'hour', 0 from numbers`,
  );
  const now = Date.now();
  db.run(
    sql`insert into health_monitors (client_id, code, interval, is_active, status, status_since, last_hit_at, due_at, sweep_at) ${numbers} select n, ${code}, 'hour', 1, 'online', ${now}, ${now - 3_600_000}, ${now + 3_600_000} + n, ${now + 3_600_000} + n from numbers`,
  );
  return opened;
}

/** Adds this many online servers, due in an hour, to a PostgreSQL database with the sample content. */
export async function seedPostgres(connectionString: string, servers: number): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const parameters = ['code-number-', servers];
  await client.query(
    `insert into clients (is_active, parent_id, name, display_order, health_code, check_interval, show_on_home_page)
      select true, min(id), 'Server ' || n, n, $1 || lpad(n::text, 12, '0'), 'hour', false
      from client_headings, generate_series(1, $2::int) n group by n`,
    parameters,
  );
  await client.query(
    `insert into health_monitors (client_id, code, interval, is_active, status, status_since, last_hit_at, due_at, sweep_at)
      select id, health_code, check_interval, true, 'online', now(), now() - interval '1 hour', now() + interval '1 hour', now() + interval '1 hour'
      from clients where health_code like $1 || '%' limit $2`,
    parameters,
  );
  await client.query('analyze');
  await client.end();
}

/** Monitors the sample's clients in a running product and puts them on the status page; returns their codes and badges. */
export async function monitorClients(
  address: string,
  token: string,
): Promise<{ code: string; badge: string | null }[]> {
  const client = trpcClient(address, token);
  const monitored: { code: string; badge: string | null }[] = [];
  for (const { id, version, ...values } of await client.clients.items.list.query({})) {
    const code = codeOf(id);
    const watched = { ...values, healthCode: code, checkInterval: 'day' } as const;
    await client.clients.items.save.mutate({ id, version, values: watched });
    const settings = { graceSeconds: null, reminderHours: 0, isOnStatusPage: true, hasBadge: true };
    await client.health.save.mutate({ clientId: id, ...settings });
    monitored.push({ code, badge: (await client.health.detail.query({ id })).badge });
  }
  return monitored;
}
