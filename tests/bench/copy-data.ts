import { sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { entry, seedLog } from './telephony-data.ts';

/** Rows that a copy of the bench has at least: half of them messages, the others pings and changes of a status. */
export async function seedCopy(dataDir: string, rows: number): Promise<void> {
  const { db, close } = await seedLog(dataDir, Math.round(rows / 2));
  await seedHealth(db, Math.round((rows * 3) / 8), Math.round(rows / 8));
  await close();
}

/** Writes 100 pings and the matching changes of each server. */
async function seedHealth(db: Database, pings: number, flips: number): Promise<void> {
  const numbers = (last: number) =>
    sql`with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n < ${last - 1})`;
  const servers = Math.ceil(pings / 100);
  const at = Date.parse(entry(0).date_created ?? '');
  db.run(sql`insert into client_headings (id, is_active, title, sub_title) values (1, 1, 'Servers', '')`);
  db.run(sql`insert into clients
    (id, is_active, parent_id, name, display_order, health_code, check_interval, show_on_home_page)
    ${numbers(servers)} select n + 1, 1, 1, 'Server ' || n, n, printf('%032x', n), 'hourly', 0 from numbers`);
  db.run(sql`insert into health_monitors (client_id, code, interval, is_active, status, status_since)
    ${numbers(servers)} select n + 1, printf('%032x', n), 'hourly', 1, 'online', ${at} from numbers`);
  db.run(sql`insert into health_hits (client_id, slot, at, kind, duration_milliseconds, method, user_agent, body)
    ${numbers(pings)} select n / 100 + 1, n % 100, ${at} + n * 997, 'success', n % 5000, 'POST', 'curl/8.5.0',
    'Backup of volume ' || n || ' finished: 3 files changed' || char(10) from numbers`);
  db.run(sql`insert into health_flips (client_id, at, status, previous, alarm, cause, since)
    ${numbers(flips)} select n % ${servers} + 1, ${at} + n * 997, iif(n % 2, 'online', 'offline'),
    iif(n % 2, 'offline', 'online'), 'sent', iif(n % 2, null, 'silent'), ${at} + n * 990 from numbers`);
}
