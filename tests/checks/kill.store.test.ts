import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startRunner } from '../../core/checks/runner.ts';
import { systemTimer } from '../../core/queue/timer.ts';
import { checkResults } from '../../db/schema/checks.ts';
import { programArguments } from '../fixture/run-program.ts';
import { type CheckSetup, makeCheckSetup } from './engine-setup.ts';
import { checkDeps, closeServers, serve } from './setup.ts';

let setup: CheckSetup;
beforeEach(async () => {
  setup = await makeCheckSetup();
});
afterEach(async () => {
  closeServers();
  await setup.remove();
});

/** Starts kill-child.ts; how it ended. */
async function endAfter(writes: number): Promise<unknown> {
  const script = join(import.meta.dirname, 'kill-child.ts');
  const parameters = programArguments(script, setup.clock.now().toISOString(), String(writes));
  const env = { ...process.env, ...setup.store.variables, CHECK_PRIVATE_NETWORKS: 'on' };
  const child = spawn(process.execPath, parameters, { env, stdio: 'inherit' });
  const [code, signal] = await once(child, 'exit');
  return signal ?? code;
}

/** Claim, result and state of the attempt and of its repetition, and the change of the server. */
const writes = 7;

test.each(Array.from({ length: writes }, (_, index) => index + 1))(
  'a worker killed after %i writes loses its running attempt at most: the server goes offline once',
  async (after) => {
    const url = await serve((_request, answer) => answer.writeHead(500).end());
    const server = await setup.addServer();
    await setup.ping(server.code);
    const fields = { everySeconds: 10, timeoutMs: 5000, failures: 1, attempts: 1 } as const;
    const id = await setup.addCheck(server.id, { target: { kind: 'http', url }, ...fields });
    await setup.clock.elapse(11);
    expect(await endAfter(after)).toBe('SIGKILL');
    const stored = await setup.deps.db.$count(checkResults);
    const startedAt = Date.now();
    const began = Number(setup.clock.now()) + 20_000;
    const now = () => new Date(began + 10 * (Date.now() - startedAt));
    const errors: unknown[] = [];
    const { deps } = setup;
    const onError = (error: unknown) => errors.push(error);
    const runner = startRunner({ ...deps, now, timer: systemTimer, checks: checkDeps({ now }), onError });
    await expect.poll(async () => (await setup.monitor(server.id)).status).toBe('offline');
    await expect.poll(() => deps.db.$count(checkResults)).toBeGreaterThan(stored);
    await runner.stop();
    expect(errors).toEqual([]);
    expect(await setup.check(id)).toMatchObject({ status: 'down', repeatOf: null });
    const flips = await setup.flips(server.id);
    expect(flips.filter(({ status }) => status === 'offline')).toMatchObject([{ cause: 'check' }]);
  },
);
