import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { jobs } from '../../db/schema/jobs.ts';
import { makeSetup, type Setup } from './setup.ts';

const hello = { name: 'Ann Visitor', email: 'ann@example.org', message: 'Do you ship to Ireland?' };

describe('contact form and inbox', () => {
  let setup: Setup;
  beforeEach(async () => {
    setup = await makeSetup();
  });
  afterEach(() => setup.remove());

  test('stores a message as unread; without mail it enqueues no job', async () => {
    expect(await setup.visitor().inbox.send(hello)).toEqual({ sent: true });
    const { messages, unread, total } = await setup.admin.inbox.list({});
    expect(messages).toMatchObject([
      { ...hello, receivedAt: setup.clock.now(), readAt: null, mailedAt: null, mailAttempts: 0 },
    ]);
    expect({ unread, total }).toEqual({ unread: 1, total: 1 });
    await setup.clock.elapse(1);
    expect(await setup.deps.db.select().from(jobs)).toEqual([]);
  });

  test('refuses missing, malformed and too long values and stores nothing', async () => {
    const visitor = setup.visitor();
    for (const wrong of [
      { ...hello, name: '  ' },
      { ...hello, name: 'n'.repeat(121) },
      { ...hello, email: 'ann@' },
      { ...hello, email: 'ann@example.org\nBcc: all@example.org' },
      { ...hello, message: 'x' },
      { ...hello, message: 'x'.repeat(5001) },
      { ...hello, message: 'with \u0000 in it' },
    ])
      await expect(visitor.inbox.send(wrong)).rejects.toThrow();
    expect((await setup.admin.inbox.list({})).total).toBe(0);
  });

  test('replies the same to a filled honeypot and stores nothing', async () => {
    expect(await setup.visitor().inbox.send({ ...hello, website: 'https://spam.example' })).toEqual({ sent: true });
    expect((await setup.admin.inbox.list({})).total).toBe(0);
  });

  test('limits messages per IP address, without effect on others', async () => {
    let sent = 0;
    const refused = async () => {
      for (; sent < 1000; sent += 1) await setup.visitor('192.0.2.9').inbox.send(hello);
    };
    await expect(refused()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(sent).toBeGreaterThan(2);
    await setup.visitor('192.0.2.10').inbox.send(hello);
    expect((await setup.admin.inbox.list({})).total).toBe(sent + 1);
  });

  test('takes twenty messages of an address in an hour, in tRPC or in REST', async () => {
    for (const [place, path] of ['/trpc/inbox.send', '/api/sendemail'].entries()) {
      const remoteAddress = `192.0.2.${40 + place}`;
      const statuses: number[] = [];
      for (let number = 0; number < 21; number += 1)
        statuses.push(
          (await setup.app.inject({ method: 'POST', url: path, payload: hello, remoteAddress })).statusCode,
        );
      expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
    }
    expect((await setup.admin.inbox.list({})).total).toBe(40);
  });

  test('counts refused messages too, in tRPC, in a batch and in REST', async () => {
    const invalid = { ...hello, email: 'ann' };
    const post = async (url: string, payload: object) =>
      (await setup.app.inject({ method: 'POST', url, payload, remoteAddress: '192.0.2.20' })).statusCode;
    const refused = { trpc: 0, rest: 0 };
    for (let number = 0; number < 6; number += 1) {
      if ((await post('/trpc/inbox.send', invalid)) === 400) refused.trpc += 1;
      if ((await post('/api/sendemail', invalid)) === 400) refused.rest += 1;
    }
    expect(refused).toEqual({ trpc: 6, rest: 6 });
    const paths = Array.from({ length: 9 }, () => 'subscribe.add').join(',');
    const batch = Object.fromEntries(Array.from({ length: 9 }, (_, number) => [number, { email: 'ann' }]));
    expect(await post(`/trpc/${paths}?batch=1`, batch)).toBe(207);
    for (const path of ['/trpc/inbox.send', '/api/sendemail', '/api/subscribe'])
      expect(await post(path, hello)).toBe(429);
    expect((await setup.admin.inbox.list({})).total).toBe(0);
  });

  test('limits the messages of all addresses together; the newsletter has its own limit', async () => {
    for (let number = 0; number < 500; number += 1) {
      const ip = `198.51.${number % 100}.1`;
      await setup.visitor(ip).inbox.send({ ...hello, website: 'spam' });
      if (number < 499) await setup.visitor(ip).inbox.send(hello);
    }
    await setup.visitor('192.0.2.30').inbox.send(hello);
    await expect(setup.visitor('192.0.2.31').inbox.send(hello)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    await setup.visitor('192.0.2.31').subscribe.add({ email: 'ann@example.org' });
    expect((await setup.admin.inbox.list({})).total).toBe(500);
  });

  test('lists the newest message first, in pages without gaps or duplicates', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) await setup.visitor().inbox.send({ ...hello, name });
    const names: string[] = [];
    let cursor: number | null = null;
    do {
      const page: Awaited<ReturnType<typeof setup.admin.inbox.list>> = await setup.admin.inbox.list({
        cursor,
        limit: 2,
      });
      names.push(...page.messages.map(({ name }) => name));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(names).toEqual(['e', 'd', 'c', 'b', 'a']);
  });

  test('messages can be marked as read and unread, and deleted', async () => {
    for (const name of ['a', 'b', 'c']) await setup.visitor().inbox.send({ ...hello, name });
    const { messages } = await setup.admin.inbox.list({});
    const [last, middle, first] = messages;
    const id = middle?.id ?? 0;
    const readAt = setup.clock.now();
    await setup.admin.inbox.markRead({ id, read: true });
    expect(await setup.admin.inbox.list({})).toMatchObject({
      unread: 2,
      messages: [last, { ...middle, readAt }, first],
    });
    await setup.admin.inbox.markRead({ id, read: false });
    expect(await setup.admin.inbox.list({})).toMatchObject({ unread: 3, messages });
    await setup.admin.inbox.delete({ id });
    expect((await setup.admin.inbox.list({})).messages).toEqual([last, first]);
    await expect(setup.admin.inbox.delete({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(setup.admin.inbox.markRead({ id, read: true })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('only an Admin may read the inbox', async () => {
    await expect(setup.visitor().inbox.list({})).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await expect(setup.client.inbox.list({})).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(setup.client.inbox.delete({ id: 1 })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(setup.client.inbox.markRead({ id: 1, read: true })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});
