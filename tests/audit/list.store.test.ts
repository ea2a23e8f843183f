import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { purgeAudit } from '../../core/audit/jobs.ts';
import { auditEntries } from '../../db/schema/audit.ts';
import { handlers } from '../../workers/jobs/index.ts';
import { makeRest, type Rest } from '../rest/setup.ts';

let rest: Rest;
const start = Date.UTC(2026, 5, 1);
const total = 2300;

/** The n-th entry: one per minute, by three users in two sections. */
const entry = (place: number) => {
  const userName = ['ada', 'ben', 'cleo'][place % 3] ?? '';
  const action = place % 2 ? 'features.items.save' : 'hero.heading.save';
  const name = place === 700 ? '=HYPERLINK("http://x")' : place === 701 ? '100% of_it!' : `Name ${place}`;
  return {
    at: new Date(start + place * 60_000),
    userId: place % 3,
    userName,
    role: 'Admin' as const,
    ip: '192.0.2.7',
    requestId: `request-${place}`,
    section: action.split('.')[0] ?? '',
    action,
    record: 'Feature',
    recordId: String(place),
    outcome: 'done' as const,
    fields: 'name',
    search: [action, 'feature', place, userName, 'name', name].join('\n').toLowerCase(),
    changes: [{ field: 'name', from: 'Before', to: name }],
  };
};

beforeAll(async () => {
  rest = await makeRest();
  for (let first = 0; first < total; first += 100)
    await rest.deps.db.insert(auditEntries).values(Array.from({ length: 100 }, (_, place) => entry(first + place)));
});
afterAll(() => rest.remove());

async function page(input: Record<string, unknown> = {}) {
  const answer = await rest.send('GET', `/trpc/audit.page?input=${encodeURIComponent(JSON.stringify(input))}`, {
    as: 'admin',
  });
  if (answer.statusCode !== 200) return { status: answer.statusCode, count: -1, rows: [] };
  const { data } = answer.json<{ result: { data: { count: number; rows: Record<string, unknown>[] } } }>().result;
  return { status: 200, ...data };
}

describe('the list', () => {
  test('returns pages, the newest entry first, without values', async () => {
    // Without the entries of exports, which are newer.
    const from = new Date(start).toISOString();
    const until = new Date(start + total * 60_000).toISOString();
    const first = await page({ from, until });
    expect(first).toMatchObject({ count: total });
    expect(first.rows).toHaveLength(50);
    expect(first.rows[0]).toMatchObject({ recordId: String(total - 1), userName: 'ben', ip: '192.0.2.7' });
    expect(first.rows[0]).not.toHaveProperty('changes');
    expect((await page({ from, until, page: 3 })).rows[0]).toMatchObject({ recordId: String(total - 101) });
    expect((await page({ from, until, page: 46 })).rows).toHaveLength(50);
    expect((await page({ from, until, page: 47 })).rows).toEqual([]);
  });

  test('filters by user, section and time, alone and combined', async () => {
    expect((await page({ userName: 'ben' })).count).toBe(767);
    expect((await page({ section: 'hero' })).count).toBe(total / 2);
    const from = new Date(start + 100 * 60_000).toISOString();
    const until = new Date(start + 200 * 60_000).toISOString();
    expect((await page({ from, until })).count).toBe(100);
    expect((await page({ from, until, section: 'features', userName: 'ada' })).count).toBe(16);
  });

  test('filters by text, case-insensitively and without SQL wildcards', async () => {
    expect((await page({ text: 'NAME 1999' })).rows).toMatchObject([{ recordId: '1999' }]);
    expect((await page({ text: '100% OF_IT!' })).rows).toMatchObject([{ recordId: '701' }]);
    for (const text of ['%_', '!', "' or 1=1 --", '\\']) expect((await page({ text })).count).toBeLessThan(2);
  });

  test('refuses invalid filters', async () => {
    for (const input of [
      { from: 'yesterday' },
      { page: 0 },
      { page: 201 },
      { text: 'x'.repeat(201) },
      { text: 'a\u0000' },
    ])
      expect((await page(input)).status).toBe(400);
  });
});

describe('the CSV export', () => {
  const get = (query: string, as: 'admin' | 'client' | 'visitor') => rest.send('GET', `/api/audit.csv${query}`, { as });

  test('contains every matching entry, with old and new values and without formulas', async () => {
    const answer = await get('?section=hero', 'admin');
    expect(answer.headers['content-disposition']).toMatch(/attachment; filename="audit-log-.*\.csv"/);
    const lines = answer.body.trim().split('\r\n');
    expect(lines).toHaveLength(1 + total / 2);
    expect(lines[0]).toContain('When,User,Role,Address,Action,Record,Id,Outcome,Changes,Request id');
    expect(lines[1]).toContain(`name: Before → Name ${total - 2}`);
    const one = await get(`?text=${encodeURIComponent('=hyperlink')}`, 'admin');
    expect(one.body).toContain('"name: Before → =HYPERLINK(""http://x"")"');
    for (const line of answer.body.split('\r\n')) expect(line).not.toMatch(/(^|,)"?[=+@-]/);
  });

  test('is for Admins only, and is recorded itself', async () => {
    const text = 'audit.export';
    const exports = (await page({ text })).count;
    expect((await get('', 'visitor')).statusCode).toBe(401);
    expect((await get('', 'client')).statusCode).toBe(403);
    expect((await page({ text })).count).toBe(exports);
    expect((await get('?text=nothing', 'admin')).statusCode).toBe(200);
    expect((await page({ text })).count).toBe(exports + 1);
    expect((await page({ text })).rows[0]).toMatchObject({ action: 'audit.export', record: 'Export' });
  });
});

test('entries are kept for a year', async () => {
  // Before the entries of the list, which stay.
  const now = Date.UTC(2026, 0, 1);
  const day = 86_400_000;
  const kept = { ...entry(1), at: new Date(now - 364 * day), recordId: 'kept' };
  const ids = async () => (await rest.deps.db.select().from(auditEntries)).map(({ id }) => id);
  const before = await ids();
  const [added] = await rest.deps.db.insert(auditEntries).values(kept).returning();
  if (!added) throw new Error('no entry');
  await rest.deps.db.insert(auditEntries).values({ ...entry(2), at: new Date(now - 366 * day) });
  expect(purgeAudit.every).toBeLessThanOrEqual(86_400);
  await handlers.purgeAudit.run({}, { ...rest.deps, now: () => new Date(now) });
  expect(new Set(await ids())).toEqual(new Set([...before, added.id]));
  await rest.deps.db.delete(auditEntries).where(eq(auditEntries.id, added.id));
});
