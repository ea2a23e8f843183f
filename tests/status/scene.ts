import { checkSettings } from '../../contract/checks.ts';
import type { HealthStatus } from '../../contract/health.ts';
import { checkHours, checks } from '../../db/schema/checks.ts';
import { clientHeadings, clients } from '../../db/schema/clients.ts';
import { healthFlips, healthMonitors } from '../../db/schema/health.ts';
import type { TestServer } from '../fixture/server.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Servers on the status page: one online, one with outages, one offline, one in maintenance, one new. */
export async function makeStatusScene({ deps: { db, now } }: Pick<TestServer, 'deps'>) {
  const [heading] = await db
    .insert(clientHeadings)
    .values({ title: 'Clients', subTitle: 'Us', isActive: false })
    .returning();
  const before = (days: number) => new Date(Number(now()) - days * dayMs);
  let servers = 0;
  async function add(name: string, status: HealthStatus, more: Partial<typeof healthMonitors.$inferInsert> = {}) {
    servers += 1;
    const code = `code-of-the-status-page-${servers}`;
    const [client] = await db
      .insert(clients)
      .values({
        parentId: heading?.id ?? 0,
        name,
        displayOrder: servers,
        healthCode: code,
        checkInterval: 'hour',
        isActive: true,
        showOnHomePage: false,
      })
      .returning();
    const clientId = client?.id ?? 0;
    const own = { code, interval: 'hour', isActive: true, isOnStatusPage: true } as const;
    await db.insert(healthMonitors).values({ clientId, ...own, status, statusSince: before(80), ...more });
    return clientId;
  }
  async function outage(clientId: number, daysAgo: number, hours: number | null) {
    const at = before(daysAgo);
    await db
      .insert(healthFlips)
      .values({ clientId, at, status: 'offline', previous: 'online', alarm: 'sent', cause: 'silent' });
    if (hours === null) return;
    const end = new Date(Number(at) + hours * 3_600_000);
    await db.insert(healthFlips).values({ clientId, at: end, status: 'online', previous: 'offline', alarm: 'sent' });
  }
  /** An HTTP check with attempts in each of the last 24 hours but two. */
  async function addResponseTimes(clientId: number) {
    const { target } = checkSettings.parse({ target: { kind: 'http', url: 'https://booking.example/health' } });
    const settings = { host: 'booking.example', everySeconds: 60, timeoutMs: 1000, failures: 2, attempts: 2 };
    const [check] = await db
      .insert(checks)
      .values({ clientId, kind: 'http', target, ...settings, isActive: true, status: 'up', statusSince: before(1) })
      .returning();
    const current = Math.floor(Number(now()) / hourMs);
    const hours = Array.from({ length: 24 }, (_, place) => place).filter((place) => place !== 9 && place !== 10);
    // A slow hour among usual ones.
    await db.insert(checkHours).values(
      hours.map((place) => ({
        checkId: check?.id ?? 0,
        hour: new Date((current - place) * hourMs),
        attempts: 60,
        failures: 0,
        totalMs: Math.round(60 * (70 + 25 * Math.sin(place) + (place === 5 ? 90 : 0))),
        maxMs: 250,
      })),
    );
  }
  const begin = (clientId: number, daysAgo: number) =>
    db
      .insert(healthFlips)
      .values({ clientId, at: before(daysAgo), status: 'online', previous: 'new', alarm: 'silent' });
  await addResponseTimes(await add('Booking', 'online'));
  const mail = await add('Mail', 'online');
  for (const [daysAgo, hours] of [
    [61.5, 5],
    [40.2, 0.4],
    [12.3, 1.5],
  ] as const)
    await outage(mail, daysAgo, hours);
  const archive = await add('Nightly backup of the picture archive', 'offline', { statusSince: before(0.1) });
  await begin(archive, 30);
  await outage(archive, 0.1, null);
  await add('Payments', 'online', { maintenanceFrom: before(0.05), maintenanceUntil: before(-0.1) });
  await add('Search', 'new');
}
