import { afterEach, beforeEach, expect, test } from 'vitest';
import { secretBox } from '../../core/telephony/secrets.ts';
import { auditEntries } from '../../db/schema/audit.ts';
import { statusSubscribers } from '../../db/schema/status-subscribers.ts';
import { makeSubscribing } from './subscribing.ts';

const ann = 'ann@example.org';
const ben = 'ben@example.org';
const hour = 3600;

let on: Awaited<ReturnType<typeof makeSubscribing>>;
beforeEach(async () => {
  on = await makeSubscribing();
});
afterEach(() => on.setup.remove());

const rows = () => on.setup.deps.db.select().from(statusSubscribers);
const confirmed = async () => (await rows()).filter(({ confirmedAt }) => confirmedAt).map(({ email }) => email);

test('an address counts once the link of its mail is opened and its button pressed', async () => {
  const path = await on.ask('Ann@Example.org');
  const [mail] = on.mailsTo(ann);
  expect(mail?.headers.subject).toBe('Please confirm your subscription to the status of Harbour & Sons');
  const page = await on.setup.app.inject(path);
  expect(page.body).toContain(`Confirm -> ${path}`);
  expect(page.body).not.toContain('@');
  expect(page.headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  });
  expect(await confirmed()).toEqual([]);
  const answers = await Promise.all([on.post(path), on.post(path)]);
  expect(answers.map(({ body }) => body.split('\n')[0])).toEqual(['You are subscribed', 'You are subscribed']);
  expect(await confirmed()).toEqual([ann]);
  const [{ confirmedAt } = {}] = await rows();
  await on.setup.clock.elapse(60);
  // The link stays harmless afterwards.
  expect((await on.setup.app.inject(path)).body).toContain('You are subscribed');
  await on.post(path);
  expect((await rows())[0]?.confirmedAt).toEqual(confirmedAt);
});

test('a link that is forged, changed, of another purpose or older than a day confirms nothing', async () => {
  const path = await on.ask(ann);
  const token = path.split('/').at(-1) ?? '';
  const [row] = await rows();
  const { config, now } = on.setup.deps;
  const sealed = (text: string) => secretBox(config).seal(text);
  const time = Number(now());
  const forged = [
    '',
    'x',
    token.slice(0, -1),
    `${token}A`,
    // The token of the other link, the ticket of a form, and texts that only look right.
    row?.token ?? '',
    sealed(`form:${time}`),
    sealed(`form:${row?.id}:${time}`),
    sealed('status-confirm:'),
    sealed(`status-confirm:${row?.id}`),
    sealed(`status-confirm:${row?.id}:x`),
    sealed(`status-confirm:x:${time}`),
    sealed(`status-confirm:${Number(row?.id) + 1}:${time}`),
  ];
  for (const one of forged) {
    const url = `/status/confirm/${encodeURIComponent(one)}`;
    expect((await on.setup.app.inject(url)).statusCode, one).toBe(404);
    expect((await on.post(url)).statusCode, one).toBe(404);
  }
  on.leap(24 * hour - 1);
  expect((await on.setup.app.inject(path)).statusCode).toBe(200);
  on.leap(1);
  expect((await on.post(path)).statusCode).toBe(404);
  expect(await confirmed()).toEqual([]);
});

test('a link unsubscribes its own address only, by its button or by one click of a mail program; used links work no more', async () => {
  const confirm = await on.ask(ann);
  await on.post(confirm);
  await on.join(ben);
  const token = async (email: string) => (await rows()).find((row) => row.email === email)?.token;
  const path = `/status/unsubscribe/${await token(ann)}`;
  const page = await on.setup.app.inject(path);
  expect(page.body).toContain(`Unsubscribe -> ${path}`);
  expect(page.body).not.toContain('@');
  // The token that confirms does not unsubscribe.
  const swapped = `/status/unsubscribe/${confirm.split('/').at(-1)}`;
  expect((await on.post(swapped)).statusCode).toBe(404);
  expect(await confirmed()).toEqual([ann, ben]);
  const done = await on.setup.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  });
  expect(done.body).toContain('You have been unsubscribed');
  // The row is deleted, not marked.
  expect((await rows()).map(({ email }) => email)).toEqual([ben]);
  for (const url of [path, confirm]) expect((await on.post(url)).statusCode).toBe(404);
  const other = await on.setup.app.inject({
    method: 'POST',
    url: `/status/unsubscribe/${await token(ben)}`,
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    payload: '--x--',
  });
  expect(other.statusCode).toBe(200);
  expect(await rows()).toEqual([]);
});

test('one address gets a mail an hour and three in all; a confirmed one gets none; the answer is the same', async () => {
  const first = await on.subscribe(ann);
  const again = await Promise.all([on.subscribe(ann), on.subscribe('ANN@example.org')]);
  expect(again).toEqual([first, first]);
  await on.settle();
  expect(on.mailsTo(ann).length).toBe(1);
  for (let times = 0; times < 5; times += 1) {
    on.leap(hour);
    expect(await on.subscribe(ann)).toEqual(first);
    await on.settle();
  }
  expect(on.mailsTo(ann).length).toBe(3);
  await on.join(ben);
  on.leap(2 * hour);
  expect(await on.subscribe(ben)).toEqual(first);
  await on.settle();
  expect(on.mailsTo(ben).length).toBe(1);
});

test('an address that is not confirmed is deleted a day after its last mail', async () => {
  const path = await on.ask(ann);
  await on.join(ben);
  on.leap(24 * hour - 120);
  await on.setup.clock.elapse(61);
  expect((await rows()).length).toBe(2);
  await on.setup.clock.elapse(120);
  expect((await rows()).map(({ email }) => email)).toEqual([ben]);
  expect((await on.post(path)).statusCode).toBe(404);
});

test('refuses bad addresses, drops forms of programs, and limits a sender and all senders together', async () => {
  for (const email of ['', 'ann', 'ann@', 'a@b', 'ann@example.org, ben@example.org', 'ann@example.org\r\nBcc: x@y.zz'])
    await expect(on.subscribe(email), email).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  expect(await on.subscribe(ann, 'https://spam.example')).toEqual({ sent: true });
  expect(await rows()).toEqual([]);
  const from = (ip: string) => on.setup.visitor(ip).status.subscribe({ email: ann });
  for (let times = 0; times < 20; times += 1) await from('198.51.100.1');
  await expect(from('198.51.100.1')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  for (let times = 0; times < 480; times += 1) await from(`10.0.${times >> 8}.${times & 255}`);
  await expect(from('203.0.113.9')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
});

test('a browser without script confirms its form on a second page', async () => {
  const send = (form: Record<string, string>) =>
    on.setup.app.inject({
      method: 'POST',
      url: '/api/subscribestatus',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
      payload: new URLSearchParams(form).toString(),
    });
  const bad = await send({ email: 'nobody' });
  expect(bad.statusCode).toBe(400);
  expect(bad.body).toContain('E-mail must be a valid e-mail address');
  const step = await send({ email: ann, website: '' });
  expect(step.body).toContain('Send -> /api/subscribestatus');
  expect(await rows()).toEqual([]);
  const ticket = /"ticket":"([^"]+)"/.exec(step.body)?.[1] ?? '';
  await on.setup.clock.elapse(3);
  const done = await send({ email: ann, website: '', ticket });
  expect(done.body).toContain('Please look into your mailbox');
  expect(done.body).not.toContain('@');
  expect((await rows()).map(({ email }) => email)).toEqual([ann]);
});

test('staff see and remove subscribers a page at a time, clients do not; the audit entry has no address', async () => {
  const at = on.setup.clock.now();
  const row = (number: number) => ({ email: `reader-${number}@example.org`, token: `${number}`, askedAt: at });
  await on.setup.deps.db
    .insert(statusSubscribers)
    .values(Array.from({ length: 5 }, (_, number) => ({ ...row(number), confirmedAt: number < 3 ? at : null })));
  const first = await on.setup.admin.status.subscribers({ limit: 3 });
  expect(first).toMatchObject({ confirmed: 3, waiting: 2, unsentMails: 0, isOn: true });
  const next = await on.setup.admin.status.subscribers({ limit: 3, cursor: first.nextCursor });
  expect(next.nextCursor).toBeNull();
  const all = [...first.subscribers, ...next.subscribers];
  expect(all.map(({ email }) => email[7])).toEqual(['4', '3', '2', '1', '0']);
  // The link of a mail is the subscriber's alone.
  expect(Object.keys(all[0] ?? {}).toSorted()).toEqual(['askedAt', 'confirmedAt', 'email', 'id']);
  const id = all[0]?.id ?? 0;
  for (const caller of [on.setup.client, on.setup.visitor()]) {
    await expect(caller.status.subscribers({})).rejects.toMatchObject({
      code: expect.stringMatching(/FORBIDDEN|UNAUTHORIZED/),
    });
    await expect(caller.status.removeSubscriber({ id })).rejects.toMatchObject({
      code: expect.stringMatching(/FORBIDDEN|UNAUTHORIZED/),
    });
  }
  await on.setup.admin.status.removeSubscriber({ id });
  await expect(on.setup.admin.status.removeSubscriber({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect((await rows()).length).toBe(4);
  const entries = await on.setup.deps.db.select().from(auditEntries);
  const removals = entries.filter(({ action }) => action === 'status.removeSubscriber');
  expect(removals).toMatchObject([{ outcome: 'done', record: 'Subscriber of the status page', recordId: String(id) }]);
  expect(JSON.stringify(entries)).not.toContain('@example.org');
});
