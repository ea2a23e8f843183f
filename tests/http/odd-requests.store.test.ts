import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeSetup, type Setup } from '../inbox/setup.ts';

let setup: Setup;
beforeAll(async () => {
  setup = await makeSetup();
});
afterAll(() => setup.remove());

test.each([
  ['GET', '/trpc/%25'],
  ['GET', '/trpc/%'],
  ['GET', '/trpc/%00'],
  ['GET', '/api/%25'],
  ['GET', '/images/%25'],
  ['GET', '/serverhealthstatus/%25'],
  ['POST', '/trpc/%25'],
  ['GET', '/trpc/promo.heading.list?input=%25'],
] as const)('%s %s is refused, not failed', async (method, url) => {
  const { statusCode } = await setup.app.inject({ method, url });
  expect(statusCode).toBeGreaterThanOrEqual(400);
  expect(statusCode).toBeLessThan(500);
});

test('a list of a record without parent refuses a parentId', async () => {
  await expect(setup.admin.promo.heading.list({ parentId: 1 })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  await expect(setup.admin.facts.items.list({ parentId: 1 })).resolves.toEqual([]);
});
