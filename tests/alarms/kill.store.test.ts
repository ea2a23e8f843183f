import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { healthWatch } from '../../db/schema/health.ts';
import { jobs } from '../../db/schema/jobs.ts';
import { programArguments } from '../fixture/run-program.ts';
import { hour } from '../health/setup.ts';
import { makeAlarmSetup } from './setup.ts';

let setup: Awaited<ReturnType<typeof makeAlarmSetup>>;
beforeEach(async () => {
  setup = await makeAlarmSetup();
});
afterEach(() => setup.remove());

/** Database writes from a missed deadline to two accepted notifications: the flip, the incident, the rows, the jobs, the claims, the outcomes. */
const writes = 18;

/** Runs kill-child.ts; resolves to how it ended. */
async function runChild(after: number): Promise<unknown> {
  const script = join(import.meta.dirname, 'kill-child.ts');
  const values = [setup.clock.now().toISOString(), 'smtp://127.0.0.1:9', String(after)];
  const env = { ...process.env, ...setup.store.variables, CHECK_PRIVATE_NETWORKS: 'on' };
  const child = spawn(process.execPath, programArguments(script, ...values), { env, stdio: 'inherit' });
  const [code, signal] = await once(child, 'exit');
  return signal ?? code;
}

// Each write is a point at which a crash leaves another state behind.
test.each(Array.from({ length: writes + 1 }, (_, after) => after))(
  'kill -9 after %i writes: every channel is notified once, or again with a mark',
  async (after) => {
    const { db } = setup.deps;
    const { server } = await setup.addWatched({ telephonyClientId: null });
    const receivers = [await setup.receiver(), await setup.receiver()];
    const channelIds: number[] = [];
    for (const { address } of receivers) channelIds.push(await setup.addChannel(address));
    await setup.admin.alarms.channels.setOfServer({ clientId: server.id, channelIds });
    await setup.clock.elapse(2 * hour);
    // A web process was listening all the time, so the missed ping is the server's fault.
    await db.update(healthWatch).set({ aliveAt: setup.clock.now() });
    await db.delete(jobs);
    const end = await runChild(after);
    await setup.work(4);
    for (const { received, titles } of receivers) {
      const [first, ...others] = titles();
      expect([after, end, first]).toEqual([after, end, expect.stringMatching(/has been silent for/)]);
      expect(others.filter((title) => !title.includes('(may be a repetition)'))).toEqual([]);
      expect(others.length).toBeLessThan(2);
      expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    }
    expect((await setup.deliveries()).map(({ state }) => state)).toEqual(['accepted', 'accepted']);
    // The last points show that the child gets to the end.
    if (after === writes) expect(end).toBe(0);
  },
);

/** Database writes of a further step of a policy: the step with its delivery, the job, the claim, the outcome. */
const writesOfStep = 10;

test.each(Array.from({ length: writesOfStep + 1 }, (_, after) => after))(
  'kill -9 after %i writes of a step: its channel is notified once, or again with a mark, and the one before not again',
  async (after) => {
    const { db } = setup.deps;
    const { server } = await setup.addWatched({ telephonyClientId: null });
    const receivers = [await setup.receiver(), await setup.receiver()];
    const steps = [];
    for (const [place, { address }] of receivers.entries()) {
      const id = await setup.addChannel(address, { name: `Channel ${place}` });
      steps.push({ afterMinutes: place * 10, recipients: [{ kind: 'channel' as const, id }] });
    }
    const scopes = [{ kind: 'server' as const, targetId: server.id }];
    await setup.admin.alarms.policies.save({ name: 'Night', steps, scopes });
    await setup.leap(2 * hour);
    await setup.work(1);
    await setup.clock.elapse(600);
    await db.update(healthWatch).set({ aliveAt: setup.clock.now() });
    await db.delete(jobs);
    const end = await runChild(after);
    await setup.work(4);
    const [before, notified] = receivers.map(({ titles }) => titles());
    expect([after, end, before?.length]).toEqual([after, end, 1]);
    const [first, ...others] = notified ?? [];
    expect([after, end, first]).toEqual([after, end, expect.stringMatching(/is still offline after/)]);
    expect(others.filter((title) => !title.includes('(may be a repetition)'))).toEqual([]);
    const { entries } = await setup.admin.alarms.incidents.detail({ id: 1 });
    expect(entries.map(({ event, who }) => `${event} ${who}`)).toEqual(['notified Channel 0', 'notified Channel 1']);
    if (after === writesOfStep) expect(end).toBe(0);
  },
);
