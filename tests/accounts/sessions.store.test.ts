import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deviceOf } from '../../core/accounts/device.ts';
import { users } from '../../db/schema/users.ts';
import { type FakeSmtp, startFakeSmtp } from '../fakes/smtp.ts';
import { startTestServer, type TestServer } from '../fixture/server.ts';
import { trpcClient } from '../fixture/trpc.ts';
import { addClientUser } from '../fixture/users.ts';

let server: TestServer;
let smtp: FakeSmtp;
const password = 'tide table 7';
beforeAll(async () => {
  smtp = await startFakeSmtp();
  server = await startTestServer({
    TWILIO_API_BASE: 'http://127.0.0.1:9',
    SMTP_URL: smtp.url,
    MAIL_FROM: 'office@harbour.example',
    LOGIN_ATTEMPTS_PER_MINUTE: '100',
  });
});
afterAll(async () => {
  await server.stop();
  await smtp.stop();
});

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

async function open(userName: string, userAgent: string, cookie?: string) {
  const answer = await fetch(`${server.address}/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'password', username: userName, password }),
    headers: { 'user-agent': userAgent, 'sec-fetch-site': 'same-origin', ...(cookie && { cookie }) },
  });
  expect(answer.status).toBe(200);
  const device = answer.headers.getSetCookie().find((one) => one.startsWith('vitrine-device='));
  const { access_token: token }: { access_token: string } = JSON.parse(await answer.text());
  return { token, device: device?.split(';')[0] };
}

async function addUser(userName: string, email: string): Promise<void> {
  await addClientUser(server.deps, { userName, password, telephonyClientId: 7 });
  await server.deps.db.update(users).set({ email, emailKey: email }).where(eq(users.userName, userName));
}

describe('a user’s sessions', () => {
  test('say where they are, and end one by one or all others at once', async () => {
    await addUser('Mira', 'mira@harbour.example');
    const [office, phone, third] = [
      await open('mira', firefox),
      await open('mira', safari),
      await open('mira', 'curl/8.1'),
    ];
    const api = trpcClient(server.address, office.token);
    const list = await api.session.list.query();
    expect(list.map(({ device, isCurrent, method }) => [device, isCurrent, method])).toEqual([
      ['Firefox on Windows', true, 'password'],
      ['Curl', false, 'password'],
      ['Safari on iPhone', false, 'password'],
    ]);
    expect(list[0]?.ip).toMatch(/127\.0\.0\.1|::1/);
    await api.session.end.mutate({ id: list[2]?.id ?? 0 });
    await expect(trpcClient(server.address, phone.token).session.me.query()).rejects.toThrow('Please sign in.');
    expect(await api.session.endOthers.mutate()).toEqual({ ended: 1 });
    await expect(trpcClient(server.address, third.token).session.me.query()).rejects.toThrow('Please sign in.');
    expect((await api.session.list.query()).length).toBe(1);
  });

  test('are those of the user alone', async () => {
    await addUser('Otto', 'otto@harbour.example');
    const own = await open('otto', firefox);
    const admin = trpcClient(server.address, server.adminToken);
    const [session] = await trpcClient(server.address, own.token).session.list.query();
    await expect(admin.session.end.mutate({ id: session?.id ?? 0 })).rejects.toThrow('This session does not exist');
    await admin.session.endOthers.mutate();
    expect((await trpcClient(server.address, own.token).session.me.query()).userName).toBe('Otto');
  });
});

describe('a sign-in from a new device', () => {
  const mails = () => smtp.mails.filter(({ to }) => to.includes('dora@harbour.example'));

  test('is told by mail, not the first device, one with its cookie, or the same program at the same address', async () => {
    await addUser('Dora', 'dora@harbour.example');
    const first = await open('dora', firefox);
    await open('dora', firefox);
    const phone = await open('dora', safari);
    await expect.poll(() => mails().length).toBe(1);
    const [mail] = mails();
    expect(mail?.headers.subject).toBe('A new sign-in to the back office of Tidewright');
    expect(mail?.body).toContain('Device: Safari on iPhone');
    expect(mail?.body).toContain('/#/admin/account');

    const changed = safari.replaceAll('iPhone', 'iPad');
    await open('dora', changed, phone.device);
    await open('dora', firefox, first.device);
    // A device that is new after all: by its mail it is certain that the others sent none.
    await open('dora', 'curl/8.1');
    await expect.poll(() => mails().length).toBe(2);
    expect(mails()[1]?.body).toContain('Device: Curl');
  });
});

test.each([
  [firefox, 'Firefox on Windows'],
  [safari, 'Safari on iPhone'],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0',
    'Edge on Linux',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'Chrome on Mac',
  ],
  ['', 'A program'],
])('the device of “%s” is %s', (header, words) => expect(deviceOf(header)).toBe(words));
