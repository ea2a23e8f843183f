import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { antiForgery } from '../../contract/session.ts';
import { closeSession, findSession } from '../../core/accounts/sessions.ts';
import { users } from '../../db/schema/users.ts';
import { startTestServer, type TestServer } from '../fixture/server.ts';
import { trpcClient } from '../fixture/trpc.ts';
import { addSignedIn } from '../fixture/users.ts';
import { parseMetrics } from '../metrics/text.ts';

// The back office's lists of content are sent from memory while no content changes.

let server: TestServer;
let api: ReturnType<typeof trpcClient>;
let entries = 0;
beforeAll(async () => {
  server = await startTestServer({ SAMPLE_CONTENT: 'off' });
  api = trpcClient(server.address, server.adminToken);
});
afterAll(() => server.stop());

const cookie = `${antiForgery.cookie}=a-value`;
const one = `/trpc/menu.items.list?input=${encodeURIComponent('{}')}`;
const batch = `/trpc/menu.items.list,hero.heading.list?batch=1&input=${encodeURIComponent('{"0":{},"1":{}}')}`;
const ofParent = `/trpc/hero.buttons.list?input=${encodeURIComponent('{"parentId":1}')}`;

const ask = (url: string, headers: Record<string, string> = {}) => fetch(`${server.address}${url}`, { headers });
const asAdmin = (token = server.adminToken) => ({ authorization: `Bearer ${token}`, cookie });

async function addEntry(): Promise<string> {
  entries += 1;
  const text = `Entry ${entries}`;
  await api.menu.items.save.mutate({ values: { text, link: 'features', isActive: true } });
  return text;
}

async function contentsOf(response: Response) {
  const headers = [...response.headers].filter(([name]) => name !== 'date');
  return { status: response.status, headers, body: await response.text() };
}

/** Ready answers of lists: asked for twice, so that the second answer comes from memory. */
beforeEach(async () => {
  await addEntry();
  for (const url of [one, batch, ofParent]) await (await ask(url, asAdmin())).text();
});

test.each([one, batch, ofParent])('a repeated %s has the status, headers and bytes of the first', async (url) => {
  await addEntry();
  const first = await contentsOf(await ask(url, asAdmin()));
  expect(first.status).toBe(200);
  for (let again = 0; again < 2; again += 1) expect(await contentsOf(await ask(url, asAdmin()))).toEqual(first);
});

test('a repeated list shows each change at once', async () => {
  for (let round = 0; round < 5; round += 1) {
    const text = await addEntry();
    for (const url of [one, batch]) expect(await (await ask(url, asAdmin())).text()).toContain(text);
  }
});

test('a repeated list is for Admins whose session is valid', async () => {
  const client = await addSignedIn(server.deps, 'Client', { userName: 'client-of-lists' });
  const leaving = await addSignedIn(server.deps, 'Admin', { userName: 'leaving' });
  const inactive = await addSignedIn(server.deps, 'Admin', { userName: 'inactive' });
  const statuses = async (...tokens: string[]) =>
    Promise.all(tokens.map(async (token) => (await ask(one, asAdmin(token))).status));
  expect(await statuses(leaving.token, inactive.token)).toEqual([200, 200]);
  const { sessionId = 0 } = (await findSession(server.deps.db, leaving.token, server.deps.now())) ?? {};
  await closeSession(server.deps.db, sessionId);
  await server.deps.db.update(users).set({ isActive: false }).where(eq(users.userName, 'inactive'));
  expect(await statuses(leaving.token, inactive.token, client.token, 'made-up')).toEqual([401, 401, 403, 401]);
  expect((await ask(one)).status).toBe(401);
  expect((await ask(one, { authorization: `Basic ${server.adminToken}`, cookie })).status).toBe(401);
  expect(await statuses(server.adminToken)).toEqual([200]);
});

test('a browser without the anti-forgery cookie gets the cookie with a repeated list', async () => {
  for (let round = 0; round < 2; round += 1) {
    const response = await ask(one, { authorization: `Bearer ${server.adminToken}` });
    expect(response.headers.get('set-cookie')).toContain(antiForgery.cookie);
    expect((await ask(one, asAdmin())).headers.get('set-cookie')).toBeNull();
  }
});

test('a batch with another query is answered anew', async () => {
  const url = `/trpc/menu.items.list,session.me?batch=1&input=${encodeURIComponent('{"0":{}}')}`;
  const other = await addSignedIn(server.deps, 'Admin', { userName: 'other-of-lists' });
  for (let round = 0; round < 2; round += 1) {
    expect(await (await ask(url, asAdmin())).text()).toContain('"userName":"admin"');
    expect(await (await ask(url, asAdmin(other.token))).text()).toContain('"userName":"other-of-lists"');
  }
});

test('a repeated list is counted like any other', async () => {
  const counted = async () => {
    const { samples } = parseMetrics(await (await ask('/metrics')).text());
    const labels = '{route="/trpc/:path",method="GET",status="200"}';
    return samples.find((sample) => sample.name === 'vitrine_http_requests_total' && sample.labels === labels)?.value;
  };
  const before = (await counted()) ?? 0;
  for (let times = 0; times < 4; times += 1) await (await ask(one, asAdmin())).text();
  expect(await counted()).toBe(before + 4);
});

test('a list of a release shows each change of the release at once, and the live list does not', async () => {
  const { id } = await api.releases.create.mutate({ name: 'Spring offer' });
  const ofRelease = `/trpc/menu.items.list?input=${encodeURIComponent(JSON.stringify({ release: id }))}`;
  const inBatch = `/trpc/menu.items.list,hero.heading.list?batch=1&input=${encodeURIComponent(
    JSON.stringify({ 0: { release: id }, 1: {} }),
  )}`;
  for (const text of ['First of the release', 'Second of the release']) {
    for (const url of [ofRelease, inBatch]) await (await ask(url, asAdmin())).text();
    await api.menu.items.save.mutate({ values: { text, link: 'features', isActive: true }, release: id });
    for (const url of [ofRelease, inBatch]) expect(await (await ask(url, asAdmin())).text()).toContain(text);
    expect(await (await ask(one, asAdmin())).text()).not.toContain(text);
  }
});
