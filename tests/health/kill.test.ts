import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { noteListening } from '../../workers/health/listening.ts';
import { sweepHealth } from '../../workers/jobs/sweep-health.ts';
import { createEmbeddedQueue } from '../../workers/queue/embedded.ts';
import { telephonyJobs } from '../telephony/bed.ts';
import { type Bed, hour, makeBed } from './bed.ts';

let bed: Bed;
beforeEach(async () => {
  bed = await makeBed();
  await bed.sweep();
});
afterEach(() => bed.remove());

/** Runs the product in a process of its own until it is killed; returns what it said. */
async function runUntilKilled(point: string, codes: readonly string[] = []): Promise<string> {
  const script = join(import.meta.dirname, 'kill-child.ts');
  const parameters = [script, bed.clock.now().toISOString(), point, ...codes];
  const env = { ...process.env, ...bed.store.variables };
  const child = spawn(process.execPath, parameters, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [said, [, signal]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  expect(signal).toBe('SIGKILL');
  return said;
}

test('kill -9 while reports come in: none that was acknowledged is lost', async () => {
  const servers = [];
  for (let count = 0; count < 60; count += 1) servers.push(await bed.addServer());
  const codes = servers.map(({ code }) => code);
  const acknowledged = (await runUntilKilled('reports', codes)).trim().split('\n');
  expect(acknowledged.length).toBeGreaterThan(10);
  for (const { id, code } of servers) {
    if (!acknowledged.includes(code)) continue;
    expect([await bed.monitor(id), await bed.hits(id)]).toMatchObject([{ status: 'online', hits: 1 }, [{}]]);
  }
});

const points = ['before the sweep', 'after the sweep', 'messages written', 'one message enqueued', 'everything done'];

test.each(points)(
  'kill -9, %s: each contact gets each alarm once',
  async (point) => {
    const account = await bed.addAccount();
    await bed.addContact(account.id, '+15005551001');
    await bed.addContact(account.id, '+15005551002');
    const server = await bed.addServer({ telephonyClientId: account.id, checkInterval: '15-minutes' });
    await bed.hit(server.code);
    await bed.clock.elapse(2 * hour);
    await runUntilKilled(point);

    // The next start: what is due was due while nobody was there to listen, unless it was noticed before.
    const queue = createEmbeddedQueue({ ...bed.deps, timer: bed.clock.timer });
    await queue.work(telephonyJobs, { ...bed.deps, queue });
    for (let minutes = 0; minutes < 20; minutes += 1) {
      for (let seconds = 0; seconds < 60; seconds += 10) {
        await bed.clock.elapse(10);
        await noteListening(bed.deps.db, bed.clock.now());
        await sweepHealth.run({}, { ...bed.deps, queue });
      }
      await bed.settled();
    }
    await queue.close();
    const told = bed.twilio.messages.map(({ to, body }) => `${to} ${body?.includes('is offline since')}`);
    expect(told.toSorted()).toEqual(['+15005551001 true', '+15005551002 true']);
    expect((await bed.flips(server.id)).map(({ status }) => status)).toEqual(['online', 'offline']);
  },
  60_000,
);
