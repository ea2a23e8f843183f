import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Role } from '../../contract/roles.ts';
import { sessions } from '../../db/schema/users.ts';
import { allHandlers } from '../../workers/jobs/index.ts';
import { addSignedIn } from '../fixture/users.ts';
import { makeSetup } from '../inbox/setup.ts';

test('every job has a unique name, and scheduled jobs need no data', () => {
  expect(new Set(allHandlers.map(({ name }) => name)).size).toBe(allHandlers.length);
  for (const job of allHandlers) {
    expect(job.retry.attempts).toBeGreaterThan(0);
    if (job.every !== undefined) expect(job.data.safeParse({}).success).toBe(true);
  }
  expect(allHandlers.every(({ data }) => data instanceof z.ZodType)).toBe(true);
});

test('expired sessions are deleted within the hour, others stay', async () => {
  const setup = await makeSetup();
  const { db } = setup.deps;
  const opened = (role: Role, secondsAgo: number) => {
    const now = () => new Date(Number(setup.clock.now()) - secondsAgo * 1000);
    return addSignedIn({ ...setup.deps, now }, role);
  };
  await opened('Admin', 12 * 3600 - 3000);
  await opened('Client', 0);
  const left = async () => (await db.select().from(sessions)).length;
  await setup.clock.elapse(2000);
  expect(await left()).toBe(2);
  await setup.clock.elapse(1700);
  expect(await left()).toBe(1);
  await setup.remove();
});

test('separate workers print in one line why they cannot start', async () => {
  const entry = join(import.meta.dirname, '..', '..', 'workers', 'main.ts');
  const ended = await new Promise<{ code: unknown; stderr: string }>((resolve) => {
    execFile(process.execPath, [entry], (error, _stdout, stderr) => resolve({ code: error?.code, stderr }));
  });
  expect(ended.code).toBe(1);
  expect(ended.stderr.trim().split('\n')).toHaveLength(1);
  expect(ended.stderr).toContain('npm start');
});
