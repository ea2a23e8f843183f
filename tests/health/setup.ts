import { eq } from 'drizzle-orm';
import type { CheckInterval } from '../../contract/clients.ts';
import { recordListening } from '../../core/health/listening.ts';
import { createEmbeddedQueue } from '../../core/queue/embedded.ts';
import { clientHeadings } from '../../db/schema/clients.ts';
import { healthFlips, healthMonitors, healthPings } from '../../db/schema/health.ts';
import { handlers, startJobs } from '../../workers/jobs/index.ts';
import { makeSetup as makeTelephonySetup } from '../telephony/setup.ts';

export const minute = 60;
export const hour = 3600;
export const day = 86_400;

/** The telephony setup with monitored servers. The queue is stopped: tests call `sweep` themselves. */
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

  return {
    ...setup,
    addServer,
    sweep,
    work,
    ping: (code: string, suffix = '', options: { method?: 'GET' | 'HEAD' | 'POST'; payload?: string } = {}) =>
      setup.app.inject({ method: 'GET', url: `/serverhealthstatus/${code}${suffix}`, ...options }),
    async monitor(clientId: number) {
      const [row] = await db.select().from(healthMonitors).where(eq(healthMonitors.clientId, clientId));
      if (!row) throw new Error('no monitor');
      return row;
    },
    flips: (clientId: number) =>
      db.select().from(healthFlips).where(eq(healthFlips.clientId, clientId)).orderBy(healthFlips.at),
    pings: (clientId: number) =>
      db.select().from(healthPings).where(eq(healthPings.clientId, clientId)).orderBy(healthPings.at),
    /** Advances the clock, with a sweep every twenty seconds. */
    async pass(seconds: number) {
      for (let left = seconds; left > 0; left -= 20) {
        await setup.clock.elapse(Math.min(20, left));
        await sweep();
      }
    },
    /** Advances the clock in one step, as if a web process had been listening, then sweeps once. */
    async leap(seconds: number) {
      const { healthWatch } = await import('../../db/schema/health.ts');
      await setup.clock.elapse(seconds);
      await db.update(healthWatch).set({ aliveAt: setup.clock.now() });
      await sweep();
    },
  };
}

export type Setup = Awaited<ReturnType<typeof makeSetup>>;
