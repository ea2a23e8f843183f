import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { inArray } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { mailHealthAlarm } from '../../core/health/jobs.ts';
import { sendMessage } from '../../core/telephony/jobs.ts';
import { companies } from '../../db/schema/company.ts';
import { healthFlips, healthMails, healthWatch } from '../../db/schema/health.ts';
import { jobs } from '../../db/schema/jobs.ts';
import { type FakeSmtp, startFakeSmtp } from '../fakes/smtp.ts';
import { programArguments } from '../fixture/run-program.ts';
import { hour, makeSetup, type Setup } from './setup.ts';

let setup: Setup;
let smtp: FakeSmtp;
beforeEach(async () => {
  smtp = await startFakeSmtp();
  setup = await makeSetup({ SMTP_URL: smtp.url, MAIL_FROM: 'noreply@harbour.example' });
  await setup.sweep();
});
afterEach(async () => {
  await setup.remove();
  await smtp.stop();
});

/** The product in a process of its own; `point`: 'reports', or after how many writes it dies. */
function start(point: string, codes: readonly string[] = []) {
  const script = join(import.meta.dirname, 'kill-child.ts');
  const told = [setup.clock.now().toISOString(), setup.twilio.url, smtp.url, point, ...codes];
  const parameters = programArguments(script, ...told);
  const env = { ...process.env, ...setup.store.variables };
  return spawn(process.execPath, parameters, { env, stdio: ['ignore', 'pipe', 'inherit'] });
}

async function endOf(child: ChildProcess): Promise<unknown> {
  const [code, signal] = await once(child, 'exit');
  return signal ?? code;
}

test('kill -9 while reports come in: none that was acknowledged is lost', async () => {
  const servers = [];
  for (let count = 0; count < 60; count += 1) servers.push(await setup.addServer());
  const codes = servers.map(({ code }) => code);
  const child = start('reports', codes);
  const [said, end] = await Promise.all([text(child.stdout), endOf(child)]);
  expect(end).toBe('SIGKILL');
  const acknowledged = said.trim().split('\n');
  expect(acknowledged.length).toBeGreaterThan(10);
  for (const { id, code } of servers) {
    if (!acknowledged.includes(code)) continue;
    expect([await setup.monitor(id), await setup.hits(id)]).toMatchObject([{ status: 'online', hits: 1 }, [{}]]);
  }
});

/** Writes from a silence to its alarms: flip, rows, jobs, and for each of two messages and a mail its way out. */
const writes = 16;
const killedAfter = Array.from({ length: writes + 1 }, (_, after) => after);

describe('kill -9 on the way of an alarm', () => {
  let serverId: number;
  beforeEach(async () => {
    const { db } = setup.deps;
    await db.insert(companies).values({
      name: 'Harbour & Sons',
      address: '1 Quay',
      email: 'office@harbour.example',
      city: 'Port',
      zip: '12345',
      contactNumber: '123',
      copyrightText: 'Harbour',
      isActive: true,
    });
    const account = await setup.addAccount();
    await setup.addContact(account.id, '+15005551001');
    await setup.addContact(account.id, '+15005551002');
    const server = await setup.addServer({ telephonyClientId: account.id, checkInterval: '15-minutes' });
    serverId = server.id;
    await setup.hit(server.code);
    await setup.clock.elapse(2 * hour);
    // Somebody listened all the time: the silence is the server's.
    await db.update(healthWatch).set({ aliveAt: setup.clock.now() });
    await db.delete(jobs);
  });

  /** True when no row and no job is left that anything could still be sent for. */
  async function isDone() {
    const { db } = setup.deps;
    const alarms = await db.$count(healthFlips, inArray(healthFlips.alarm, ['send', 'held']));
    const messages = await setup.messages();
    const mails = await db.select().from(healthMails);
    const sending = await db.$count(jobs, inArray(jobs.name, [sendMessage.name, mailHealthAlarm.name]));
    const isSent = messages.length > 0 && messages.every(({ delivery }) => delivery === 'done');
    return alarms === 0 && isSent && mails.every(({ mailedAt }) => mailedAt !== null) && sending === 0;
  }

  /** Everything that was to be told has been told, and each contact once. */
  async function expectTold() {
    await setup.work(6, isDone);
    expect(await isDone()).toBe(true);
    const told = setup.twilio.messages.map(({ to, body }) => `${to} ${body?.includes('is offline since')}`);
    expect(told.toSorted()).toEqual(['+15005551001 true', '+15005551002 true']);
    expect((await setup.flips(serverId)).map(({ status, alarm }) => `${status} ${alarm}`)).toEqual([
      'online silent',
      'offline sent',
    ]);
    expect((await setup.messages()).length).toBe(2);
    expect(await setup.deps.db.$count(healthMails)).toBe(1);
  }

  test.each(killedAfter)('after %i writes: all is told once', async (after) => {
    expect(await endOf(start(String(after)))).toBe('SIGKILL');
    await expectTold();
    const ids = new Set(smtp.mails.map(({ headers }) => headers['message-id']));
    expect(ids.size).toBe(1);
    expect(smtp.mails.length).toBe(1);
  });

  test(`there are no more than ${writes} writes`, async () => {
    expect(await endOf(start(String(writes + 1)))).toBe(0);
    expect([setup.twilio.messages.length, smtp.mails.length]).toEqual([2, 1]);
    await expectTold();
  });

  test.each([
    [false, 'hang-before'],
    [true, 'hang-after'],
  ] as const)('when a request to send has come in (taken: %s): all is told once', async (isTaken, mishap) => {
    setup.twilio.mishaps.create.push(mishap);
    const child = start('1000');
    setup.twilio.onCreate = (taken) => {
      if (taken === isTaken) child.kill('SIGKILL');
    };
    expect(await endOf(child)).toBe('SIGKILL');
    setup.twilio.onCreate = () => {};
    await expectTold();
    expect(smtp.mails.length).toBe(1);
  });

  test('when the mail server has taken the mail: it comes again as the same mail', async () => {
    const child = start('1000');
    smtp.onMail = () => void child.kill('SIGKILL');
    expect(await endOf(child)).toBe('SIGKILL');
    smtp.onMail = () => {};
    await expectTold();
    // Between the mail server's yes and the note of it, and only there, can it go out twice.
    expect(smtp.mails.length).toBe(2);
    expect(new Set(smtp.mails.map(({ headers }) => headers['message-id'])).size).toBe(1);
  });
});
