import { afterAll, beforeAll, expect, test } from 'vitest';
import { subscribers } from '../../db/schema/subscribe.ts';
import { startTestServer, type TestServer } from '../fixture/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('the unsubscribe page asks for confirmation with a button that works without scripts', async () => {
  const token = 'token-of-ann';
  await server.deps.db.insert(subscribers).values({ email: 'ann@example.org', token, subscribedAt: new Date() });
  const address = `${server.address}/unsubscribe/${token}`;
  const page = await (await fetch(address)).text();
  const form = /<form[^>]*>.*?<\/form>/s.exec(page)?.[0] ?? '';
  expect(form).toContain('method="post"');
  expect(form).toContain(`action="/unsubscribe/${token}"`);
  expect(form).toMatch(/<button[^>]*type="submit"[^>]*>Unsubscribe<\/button>/);
  const done = await fetch(address, { method: 'POST', body: new URLSearchParams() });
  expect(done.status).toBe(200);
  expect(await done.text()).toContain('We will send no more newsletters to ann@example.org.');
});
