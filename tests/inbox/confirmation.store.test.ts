import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { consent } from '../../contract/subscribe.ts';
import { mailConfirmation } from '../../core/inbox/jobs.ts';
import { jobs } from '../../db/schema/jobs.ts';
import { subscribers } from '../../db/schema/subscribe.ts';
import { until } from '../fakes/clock.ts';
import type { FakeSmtp } from '../fakes/smtp.ts';
import { addSignedIn } from '../fixture/users.ts';
import { makeMailSetup, type Setup } from './setup.ts';

describe('subscriptions while mail is on', () => {
  let smtp: FakeSmtp;
  let setup: Setup;
  beforeEach(async () => {
    ({ smtp, setup } = await makeMailSetup());
  });
  afterEach(() => setup.remove());

  const subscribe = (email: string, consentVersion: '' | '1' = '1') =>
    setup.visitor().subscribe.add({ email, consentVersion });
  const list = () => setup.admin.subscribe.subscribers({});
  const states = async () => Object.fromEntries((await list()).subscribers.map(({ email, state }) => [email, state]));
  const mailsTo = (email: string) => smtp.mails.filter(({ to }) => to.includes(email));
  const linkIn = (body: string) => /https:\/\/harbour\.example(\/subscribe\/confirm\/[\w-]+)/.exec(body)?.[1] ?? '';
  const stored = async (email: string) =>
    (await setup.deps.db.select().from(subscribers)).find((row) => row.email === email);

  async function subscribeBoth() {
    for (const email of ['ann@example.org', 'ben@example.org']) await subscribe(email);
    await until(async () => smtp.mails.length === 2 && (await setup.deps.queue.overview()).active === 0);
    return linkIn(mailsTo('ann@example.org')[0]?.body.replace(/=\r\n/g, '') ?? '');
  }

  test('wait until the link of the mail is followed and its button pressed; the neighbour still waits', async () => {
    const path = await subscribeBoth();
    expect(await subscribe('ann@example.org')).toEqual({ added: true, needsConfirmation: true });
    expect(await list()).toMatchObject({ active: 0, waiting: 2, unsubscribed: 0 });
    const [mail] = mailsTo('ann@example.org');
    expect(mail?.body).toContain(consent.text.slice(0, 60));

    const page = await setup.app.inject({ url: path });
    expect(page.body).toContain(`Confirm -> ${path}`);
    expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    expect((await list()).active).toBe(0);

    await setup.clock.elapse(60);
    const done = await setup.app.inject({ method: 'POST', url: path });
    expect(done.body).toBe('You are subscribed\nWe will send our newsletter to ann@example.org.');
    const confirmedAt = setup.clock.now();
    expect(await states()).toEqual({
      'ann@example.org': 'subscribed',
      'ben@example.org': 'waiting',
    });
    expect((await stored('ann@example.org'))?.confirmedAt).toEqual(confirmedAt);

    // The link stays harmless afterwards.
    await setup.clock.elapse(60);
    for (const method of ['GET', 'POST'] as const)
      expect((await setup.app.inject({ method, url: path })).body).toContain('You are subscribed\n');
    expect((await stored('ann@example.org'))?.confirmedAt).toEqual(confirmedAt);
    expect((await setup.app.inject({ method: 'POST', url: '/subscribe/confirm/none' })).statusCode).toBe(404);
    expect((await stored('ben@example.org'))?.confirmedAt).toBeNull();
  });

  test('store what the form said, its version and when; other forms store none', async () => {
    await subscribe('ann@example.org');
    await subscribe('ben@example.org', '');
    const agreedAt = setup.clock.now();
    expect(await stored('ann@example.org')).toMatchObject({
      consentText: consent.text,
      consentVersion: '1',
      consentedAt: agreedAt,
    });
    expect(await stored('ben@example.org')).toMatchObject({ consentText: '', consentVersion: '', consentedAt: null });
  });

  test('send at most three mails for repeated requests, an hour apart; a subscribed address gets none', async () => {
    const path = await subscribeBoth();
    for (let request = 0; request < 5; request += 1) await subscribe('Ann@example.org');
    await setup.clock.elapse(10);
    expect(mailsTo('ann@example.org').length).toBe(1);
    // The clock stands still; the last request moves into the past.
    const passHour = () =>
      setup.deps.db
        .update(subscribers)
        .set({ confirmationDueAt: new Date(Number(setup.clock.now()) - 3_600_001) })
        .where(eq(subscribers.email, 'ann@example.org'));
    const areMailed = async () =>
      (await setup.deps.db.select().from(jobs)).every(({ name }) => name !== mailConfirmation.name);
    for (let hour = 0; hour < 4; hour += 1) {
      await passHour();
      await subscribe('ann@example.org');
      await until(areMailed);
    }
    expect(mailsTo('ann@example.org').length).toBe(3);
    expect(mailsTo('ben@example.org').length).toBe(1);
    await setup.app.inject({ method: 'POST', url: path });
    await setup.deps.db.update(subscribers).set({ confirmationMails: 0 });
    await passHour();
    await subscribe('ann@example.org');
    await until(areMailed);
    expect(mailsTo('ann@example.org').length).toBe(3);
    expect((await states())['ann@example.org']).toBe('subscribed');
  });

  test('an address that unsubscribed has to confirm again', async () => {
    const path = await subscribeBoth();
    await setup.app.inject({ method: 'POST', url: path });
    await setup.app.inject({ method: 'POST', url: path.replace('/subscribe/confirm/', '/unsubscribe/') });
    expect(await states()).toEqual({ 'ann@example.org': 'unsubscribed', 'ben@example.org': 'waiting' });
    expect((await setup.app.inject({ method: 'POST', url: path })).body).toContain('You have been unsubscribed');
    expect((await states())['ann@example.org']).toBe('unsubscribed');
    await subscribe('ann@example.org');
    expect((await states())['ann@example.org']).toBe('waiting');
    await until(() => mailsTo('ann@example.org').length === 2);
  });

  test('are deleted after a week without confirmation; a mail that the queue lost is sent by the sweep', async () => {
    const now = Number(setup.clock.now());
    const waiting = { needsConfirmation: true, confirmationMailedAt: new Date(now), confirmationDueAt: new Date(now) };
    const ago = (days: number) => new Date(now - days * 86_400_000);
    await setup.deps.db.insert(subscribers).values([
      { ...waiting, email: 'lost@example.org', token: 'a', subscribedAt: ago(0), confirmationMailedAt: null },
      { ...waiting, email: 'six-days@example.org', token: 'b', subscribedAt: ago(6.9) },
      { ...waiting, email: 'eight-days@example.org', token: 'c', subscribedAt: ago(7.1) },
      { ...waiting, email: 'confirmed@example.org', token: 'd', subscribedAt: ago(8), confirmedAt: ago(7.9) },
      { ...waiting, email: 'left@example.org', token: 'e', subscribedAt: ago(8), unsubscribedAt: ago(7.9) },
      { email: 'from-before@example.org', token: 'f', subscribedAt: ago(400) },
    ]);
    await setup.clock.elapse(301);
    await until(() => mailsTo('lost@example.org').length === 1);
    expect(await states()).toEqual({
      'lost@example.org': 'waiting',
      'six-days@example.org': 'waiting',
      'confirmed@example.org': 'subscribed',
      'left@example.org': 'unsubscribed',
      'from-before@example.org': 'subscribed',
    });
    expect(smtp.mails.length).toBe(1);
  });

  test('are exported with their state; the usual export has subscribed addresses only', async () => {
    const path = await subscribeBoth();
    await setup.app.inject({ method: 'POST', url: path });
    const { token } = await addSignedIn(setup.deps, 'Admin');
    const headers = { authorization: `Bearer ${token}` };
    const usual = await setup.app.inject({ url: '/api/subscribers.csv', headers });
    expect(usual.body).toContain('ann@example.org,');
    expect(usual.body).not.toContain('ben@example.org');
    const all = (await setup.app.inject({ url: '/api/subscribers.csv?all=true', headers })).body.split('\r\n');
    expect(all.find((row) => row.startsWith('ann@'))).toContain(',Subscribed,');
    expect(all.find((row) => row.startsWith('ben@'))).toMatch(/,Waiting for confirmation,,2026-\S+,1,By subscribing/);
  });

  test('are answered over REST with the documented message and the next step', async () => {
    const send = (email: string) =>
      setup.app.inject({ method: 'POST', url: '/api/subscribe', payload: { email } }).then((answer) => answer.json());
    const message =
      'E-mail has been added successfully. Please confirm it with the link in the mail that we have sent you.';
    expect(await send('ann@example.org')).toEqual({ Status: 0, Message: message, Data: 1 });
    // The answer does not reveal that the address is known.
    expect(await send('ann@example.org')).toEqual({ Status: 0, Message: message, Data: 1 });
  });
});
