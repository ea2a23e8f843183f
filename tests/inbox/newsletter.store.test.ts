import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { subscribers } from '../../db/schema/subscribe.ts';
import { makeSetup, type Setup } from './setup.ts';

describe('newsletter subscribers', () => {
  let setup: Setup;
  beforeEach(async () => {
    setup = await makeSetup();
  });
  afterEach(() => setup.remove());

  const subscribe = (email: string, website = '') => setup.visitor().subscribe.add({ email, website });
  const list = () => setup.admin.subscribe.subscribers({});
  const tokenOf = async (email: string) => {
    const found = (await setup.deps.db.select().from(subscribers)).find((row) => row.email === email);
    if (!found) throw new Error(`${email} is not stored`);
    return found.token;
  };

  test('an address is stored once, case-insensitively, with the same reply', async () => {
    const subscribedAt = setup.clock.now();
    expect(await subscribe('Ann@Example.org')).toEqual({ added: true, needsConfirmation: false });
    await setup.clock.elapse(60);
    expect(await subscribe(' ann@example.ORG ')).toEqual({ added: true, needsConfirmation: false });
    const { subscribers, active, unsubscribed } = await list();
    expect(subscribers).toMatchObject([{ email: 'ann@example.org', subscribedAt, state: 'subscribed' }]);
    expect(subscribers.length).toBe(1);
    expect({ active, unsubscribed }).toEqual({ active: 1, unsubscribed: 0 });
  });

  test('invalid addresses are refused, honeypots ignored, floods limited', async () => {
    for (const wrong of ['', 'ann', 'ann@', 'a b@example.org', `${'a'.repeat(250)}@example.org`])
      await expect(subscribe(wrong)).rejects.toThrow();
    expect(await subscribe('bot@example.org', 'x')).toEqual({ added: true, needsConfirmation: false });
    expect((await list()).active).toBe(0);
    const flood = async () => {
      for (let number = 0; number < 1000; number += 1) await subscribe(`a${number}@example.org`);
    };
    await expect(flood()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });

  test('the list is paged, without tokens, and for Admins only', async () => {
    for (const name of ['a', 'b', 'c']) await subscribe(`${name}@example.org`);
    const first = await setup.admin.subscribe.subscribers({ limit: 2 });
    const rest = await setup.admin.subscribe.subscribers({ limit: 2, cursor: first.nextCursor });
    expect([...first.subscribers, ...rest.subscribers].map(({ email }) => email[0])).toEqual(['c', 'b', 'a']);
    expect(rest.nextCursor).toBe(null);
    expect(JSON.stringify(first)).not.toContain(await tokenOf('c@example.org'));
    await expect(setup.visitor().subscribe.subscribers({})).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await expect(setup.client.subscribe.subscribers({})).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(setup.client.subscribe.removeSubscriber({ id: 1 })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  test('an Admin can remove an address', async () => {
    for (const name of ['ann', 'ben', 'cleo']) await subscribe(`${name}@example.org`);
    const id = (await list()).subscribers.find(({ email }) => email === 'ben@example.org')?.id ?? 0;
    await setup.admin.subscribe.removeSubscriber({ id });
    expect((await list()).subscribers.map(({ email }) => email)).toEqual(['cleo@example.org', 'ann@example.org']);
    await expect(setup.admin.subscribe.removeSubscriber({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('a link unsubscribes its own address only', async () => {
    for (const name of ['ann', 'ben', 'cleo']) await subscribe(`${name}@example.org`);
    const before = (await list()).subscribers;
    await setup.clock.elapse(60);
    await setup.app.inject({ method: 'POST', url: `/unsubscribe/${await tokenOf('ben@example.org')}` });
    const after = (await list()).subscribers;
    expect(after.map(({ state }) => state)).toEqual(['subscribed', 'unsubscribed', 'subscribed']);
    expect([after[0], after[2]]).toEqual([before[0], before[2]]);
    // Subscribing one address again leaves the others alone too.
    await subscribe('ben@example.org');
    const again = (await list()).subscribers;
    expect([again[0], again[2]]).toEqual([before[0], before[2]]);
  });

  test('opening the link changes nothing; its button unsubscribes; subscribing again works', async () => {
    await subscribe('ann@example.org');
    const url = `/unsubscribe/${await tokenOf('ann@example.org')}`;
    const page = await setup.app.inject({ url });
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain(`Unsubscribe -> ${url}`);
    expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    expect((await list()).active).toBe(1);

    const done = await setup.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(done.statusCode).toBe(200);
    expect(done.body).toContain('You have been unsubscribed');
    const unsubscribedAt = setup.clock.now();
    expect(await list()).toMatchObject({ active: 0, unsubscribed: 1, subscribers: [{ unsubscribedAt }] });

    await setup.clock.elapse(60);
    await setup.app.inject({ method: 'POST', url });
    expect((await list()).subscribers[0]?.unsubscribedAt).toEqual(unsubscribedAt);
    expect((await setup.app.inject({ url })).body).not.toContain('->');

    await subscribe('ANN@example.org');
    expect(await list()).toMatchObject({
      active: 1,
      unsubscribed: 0,
      subscribers: [{ subscribedAt: setup.clock.now() }],
    });
  });

  test.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
    ],
  ])('a mail program unsubscribes with one click (%s)', async (contentType, payload) => {
    await subscribe('ann@example.org');
    const url = `/unsubscribe/${await tokenOf('ann@example.org')}`;
    const done = await setup.app.inject({ method: 'POST', url, headers: { 'content-type': contentType }, payload });
    expect(done.statusCode).toBe(200);
    expect((await list()).unsubscribed).toBe(1);
  });

  test('a wrong link is a 404 and changes no subscription', async () => {
    await subscribe('ann@example.org');
    for (const token of ['x', '%00', 'a'.repeat(1500), "' or 1=1 --"]) {
      for (const method of ['GET', 'POST'] as const) {
        const answer = await setup.app.inject({ method, url: `/unsubscribe/${encodeURI(token)}` });
        expect(answer.statusCode).toBe(404);
      }
    }
    expect((await list()).active).toBe(1);
  });
});
