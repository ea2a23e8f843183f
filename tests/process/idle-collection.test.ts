import { expect, test } from 'vitest';
import { z } from 'zod';
import { runProgram } from '../fixture/run-program.ts';

const measured = z.object({ before: z.number(), busy: z.number(), idle: z.number() });

test('a process that is idle after work returns the memory of its garbage, and one that works goes on', async () => {
  const { said, complaint } = await runProgram('tests/process/idle-child.ts', [], { NODE_OPTIONS: '--expose-gc' });
  expect(complaint).toBe('');
  const { before, busy, idle } = measured.parse(JSON.parse(said));
  expect(busy).toBeGreaterThan(before + 30e6);
  expect(idle).toBeLessThan(before + 10e6);
});
