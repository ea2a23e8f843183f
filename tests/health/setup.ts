import { and, eq, gt, isNotNull, isNull, or } from 'drizzle-orm';
import { expect } from 'vitest';
import type { CheckInterval } from '../../contract/clients.ts';
import { recordListening } from '../../core/health/listening.ts';
import { createEmbeddedQueue } from '../../core/queue/embedded.ts';
import { clientHeadings, clients } from '../../db/schema/clients.ts';
import { healthFlips, healthMonitors, healthPings, healthWatch } from '../../db/schema/health.ts';
import { telephonyClients, telephonyContacts, telephonyMessages } from '../../db/schema/telephony.ts';
import { handlers, startJobs } from '../../workers/jobs/index.ts';
import { makeSetup as makeTelephonySetup } from '../telephony/setup.ts';

export const minute = 60;
export const hour = 3600;
export const day = 86_400;

/**
 * The telephony setup with monitored servers. The queue is stopped: tests call `sweep` themselves. Every test also has a
 * neighbour: a server with another account and contact. `remove` expects an unchanged neighbour, and that the sweep looks at
 * no deadline too late.
 */
export async function makeSetup(variables: Record<string, string> = {}) {
  const setup = await makeTelephonySetup(variables);
  const { db } = setup.deps;
  await setup.deps.queue.close();
  const [heading] = await db
    .insert(clientHeadings)
    .values({ title: 'Clients', subTitle: 'Us', isActive: true })
    .returning();
  const parentId = heading?.id ?? 0;
  let codes = 0;

  interface Fields {
    name?: string;
    displayOrder?: number;
    checkInterval?: CheckInterval;
    telephonyClientId?: number | null;
    isActive?: boolean;
    healthCode?: string;
  }
  const values = (name: string, fields: Fields) => ({
    name,
    displayOrder: 1,
    healthCode: `code-of-a-server-${codes}`,
    checkInterval: 'hour' as const,
    telephonyClientId: null,
    logo: null,
    isActive: true,
    showOnHomePage: true,
    ...fields,
  });

  async function addServer(fields: Fields = {}) {
    codes += 1;
    const all = values(`Server ${codes}`, fields);
    const { id } = await setup.admin.clients.items.save({ parentId, values: all });
    return { id, code: all.healthCode, change: (next: Fields) => change(id, { ...all, ...next }) };
  }
  async function change(id: number, all: ReturnType<typeof values>) {
    await setup.admin.clients.items.save({ id, values: all });
  }
  /** Does what the processes do: the web process records that it listens, a worker sweeps. */
  async function sweep() {
    await recordListening(db, setup.clock.now());
    await handlers.sweepHealth.run({}, setup.deps);
  }

  /** Runs all jobs for the given minutes of the test's clock, or until `isDone`. */
  async function work(minutes: number, isDone: () => Promise<boolean> = async () => false) {
    const queue = createEmbeddedQueue({ ...setup.deps, timer: setup.clock.timer });
    await startJobs({ ...setup.deps, queue });
    for (let seconds = 0; seconds < minutes * minute; seconds += 10) {
      await setup.clock.elapse(10);
      await recordListening(db, setup.clock.now());
      await setup.settled();
      if (await isDone()) break;
    }
    await queue.close();
  }

  const pings = (clientId: number) =>
    db.select().from(healthPings).where(eq(healthPings.clientId, clientId)).orderBy(healthPings.at, healthPings.slot);
  const flips = (clientId: number) =>
    db.select().from(healthFlips).where(eq(healthFlips.clientId, clientId)).orderBy(healthFlips.at);
  const ping = (code: string, suffix = '', options: { method?: 'GET' | 'HEAD' | 'POST'; payload?: string } = {}) =>
    setup.app.inject({ method: 'GET', url: `/serverhealthstatus/${code}${suffix}`, ...options });

  let isDeadlineOfAllMoved = false;
  const neighbour = await addNeighbour();
  async function addNeighbour() {
    const account = await setup.addAccount();
    await setup.addContact(account.id, '+15005559999');
    const fields = { displayOrder: 99, healthCode: 'code-of-the-neighbour', checkInterval: 'month' } as const;
    const all = { ...values('Neighbour', fields), telephonyClientId: account.id };
    const { id } = await setup.admin.clients.items.save({ parentId, values: all });
    await ping(all.healthCode, '', { method: 'POST', payload: 'well' });
    return { id, accountId: account.id, before: await everythingOf(id, account.id) };
  }
  async function everythingOf(clientId: number, accountId: number) {
    const [client, [monitor], ...others] = await Promise.all([
      db.select().from(clients).where(eq(clients.id, clientId)),
      db.select().from(healthMonitors).where(eq(healthMonitors.clientId, clientId)),
      flips(clientId),
      pings(clientId),
      db
        .select({ isActive: telephonyClients.isActive })
        .from(telephonyClients)
        .where(eq(telephonyClients.id, accountId)),
      db.select().from(telephonyContacts).where(eq(telephonyContacts.parentId, accountId)),
      db.select().from(telephonyMessages).where(eq(telephonyMessages.telephonyClientId, accountId)),
    ]);
    return { client, monitor, others };
  }

  return {
    ...setup,
    addServer,
    neighbourId: neighbour.id,
    sweep,
    work,
    ping,
    flips,
    pings,
    async monitor(clientId: number) {
      const [row] = await db.select().from(healthMonitors).where(eq(healthMonitors.clientId, clientId));
      if (!row) throw new Error('no monitor');
      return row;
    },
    /** Advances the clock, with a sweep every minute. */
    async pass(seconds: number) {
      for (let left = seconds; left > 0; left -= minute) await this.leap(Math.min(minute, left));
    },
    /** Advances the clock in one step, as if a web process had been listening, then sweeps once. */
    async leap(seconds: number) {
      await setup.clock.elapse(seconds);
      await db.update(healthWatch).set({ aliveAt: setup.clock.now() });
      await sweep();
    },
    /** For a test that moves the deadlines of all servers, such as by setting the clock back. */
    movesAllDeadlines() {
      isDeadlineOfAllMoved = true;
    },
    async remove() {
      try {
        // The sweep would not find such a server.
        const isHidden = or(isNull(healthMonitors.sweepAt), gt(healthMonitors.sweepAt, healthMonitors.dueAt));
        expect(await db.$count(healthMonitors, and(isNotNull(healthMonitors.dueAt), isHidden))).toBe(0);
        const { monitor, ...rest } = await everythingOf(neighbour.id, neighbour.accountId);
        const { monitor: before, ...restBefore } = neighbour.before;
        const dueAt = isDeadlineOfAllMoved ? monitor?.dueAt : before?.dueAt;
        const sweepAt = isDeadlineOfAllMoved ? monitor?.sweepAt : before?.sweepAt;
        expect([monitor, rest]).toEqual([{ ...before, dueAt, sweepAt }, restBefore]);
      } finally {
        await setup.remove();
      }
    },
  };
}

export type Setup = Awaited<ReturnType<typeof makeSetup>>;
