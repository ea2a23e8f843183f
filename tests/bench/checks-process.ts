// Prints what 10,000 HTTP checks a minute cost this process: as a worker of the installation in DATA_DIR runs them, or with
// `floor` as bare undici (Node's fetch) sends the requests.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { and, gte, lt } from 'drizzle-orm';
import { checkSettings } from '../../contract/checks.ts';
import { nextSlot } from '../../core/checks/slots.ts';
import { startChecks } from '../../core/checks/start.ts';
import { readConfig } from '../../core/config/config.ts';
import { createLog } from '../../core/log/log.ts';
import { createEmbeddedQueue } from '../../core/queue/embedded.ts';
import { openDatabase } from '../../db/open.ts';
import { checkResults, checks } from '../../db/schema/checks.ts';
import { clientHeadings, clients } from '../../db/schema/clients.ts';

const many = 10_000;
const minute = 60_000;
const [, , side, url = ''] = process.argv;

/** Runs the work and prints its cost. */
async function measure(work: () => Promise<number>): Promise<void> {
  const before = process.cpuUsage();
  const began = performance.now();
  const attempts = await work();
  const { user, system } = process.cpuUsage(before);
  const seconds = (performance.now() - began) / 1000;
  // `maxRSS` would begin with the memory of the process that started this one.
  const peakMegabytes = Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024;
  process.stdout.write(JSON.stringify({ attempts, seconds, cpuSeconds: (user + system) / 1e6, peakMegabytes }));
}

if (side === 'floor') {
  // As evenly as the checks, and as they do with a connection each.
  await measure(async () => {
    const sent: Promise<string>[] = [];
    const began = performance.now();
    while (sent.length < many) {
      const due = Math.min(many, ((performance.now() - began) / minute) * many);
      while (sent.length < due)
        sent.push(fetch(url, { headers: { connection: 'close' } }).then((answer) => answer.text()));
      await wait(20);
    }
    return (await Promise.all(sent)).length;
  });
} else {
  const config = readConfig(process.env);
  const { db, close } = await openDatabase(config);
  const log = createLog('warn');
  const shared = { db, log, now: () => new Date(), randomBytes };
  const queue = createEmbeddedQueue(shared);
  await seed();
  const { stop } = startChecks({ ...shared, config, queue });
  // The first results and the compiler's work.
  await wait(5000);
  await measure(async () => {
    const since = new Date();
    await wait(minute);
    const until = new Date();
    // Attempts are stored within half a second.
    await wait(1000);
    const isCounted = and(gte(checkResults.at, since), lt(checkResults.at, until));
    return ((await db.$count(checkResults, isCounted)) / (Number(until) - Number(since))) * minute;
  });
  await stop();
  await queue.close();
  await close();

  async function seed(): Promise<void> {
    const heading = { title: 'Clients', subTitle: 'Us', isActive: true };
    const [{ id: parentId } = { id: 0 }] = await db.insert(clientHeadings).values(heading).returning();
    const client = { parentId, name: 'Server', displayOrder: 1, healthCode: '', checkInterval: 'none' as const };
    const shown = { logo: null, isActive: true, showOnHomePage: false, telephonyClientId: null };
    const [{ id: clientId } = { id: 0 }] = await db
      .insert(clients)
      .values({ ...client, ...shown })
      .returning();
    const settings = checkSettings.parse({ target: { kind: 'http', url, mustContain: ['well'] } });
    const { headers: _headers, body: _body, ...plain } = settings;
    const now = new Date();
    for (let first = 1; first <= many; first += 500) {
      const rows = Array.from({ length: 500 }, (_, index) => {
        const dueAt = nextSlot({ id: first + index, everySeconds: 60 }, now);
        return {
          ...plain,
          id: first + index,
          clientId,
          kind: 'http' as const,
          host: '127.0.0.1',
          statusSince: now,
          dueAt,
        };
      });
      await db.insert(checks).values(rows);
    }
  }
}
