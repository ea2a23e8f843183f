import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEmbeddedQueue } from '../../core/queue/embedded.ts';
import { runnable } from '../../core/queue/handler.ts';
import { sendMessage } from '../../core/telephony/jobs.ts';
import { jobs } from '../../db/schema/jobs.ts';
import type { Mishap } from '../fakes/twilio.ts';
import { programArguments } from '../fixture/run-program.ts';
import { makeSetup, type Setup, telephonyJobs } from './setup.ts';

let setup: Setup;
let contactId: number;
beforeEach(async () => {
  setup = await makeSetup();
  const account = await setup.addAccount();
  contactId = await setup.addContact(account.id);
  await setup.settled();
  // From here on the child process runs the jobs, until it is killed.
  await setup.deps.queue.close();
});
afterEach(() => setup.remove());

function startChild(point: string, messages = 1): ChildProcess {
  const script = join(import.meta.dirname, 'send-child.ts');
  const time = setup.clock.now().toISOString();
  const parameters = programArguments(script, setup.twilio.url, time, String(contactId), point, String(messages));
  const env = { ...process.env, ...setup.store.variables };
  return spawn(process.execPath, parameters, { env, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Runs the jobs that the killed process left, as the next start does, for twelve minutes. */
async function recover() {
  const { clock, deps } = setup;
  const queue = createEmbeddedQueue({ ...deps, timer: clock.timer });
  const next = { ...deps, queue };
  await queue.work(runnable(telephonyJobs, next));
  for (let minutes = 0; minutes < 12; minutes += 1) {
    await clock.elapse(60);
    await setup.settled();
  }
  await queue.close();
}

interface Window {
  name: string;
  /** The child kills itself at this point. */
  point?: string;
  /** The child is killed when the provider has received (false) or accepted (true) its request. */
  onCreate?: boolean;
  mishap?: Mishap;
  /** The row after the crash, and the number of messages the provider accepted. */
  left: { delivery: string; taken: number };
}

const windows: Window[] = [
  { name: 'row written, no job yet', point: 'queued', left: { delivery: 'waiting', taken: 0 } },
  { name: 'job written, not started', point: 'enqueued', left: { delivery: 'waiting', taken: 0 } },
  {
    name: 'attempt recorded, nothing sent',
    point: 'handing a message over',
    left: { delivery: 'handing-over', taken: 0 },
  },
  {
    name: 'request sent, not accepted',
    onCreate: false,
    mishap: 'hang-before',
    left: { delivery: 'handing-over', taken: 0 },
  },
  {
    name: 'taken, answer not arrived',
    onCreate: true,
    mishap: 'hang-after',
    left: { delivery: 'handing-over', taken: 1 },
  },
  { name: 'taken and recorded, job not done', point: 'message accepted', left: { delivery: 'done', taken: 1 } },
];

test.each(windows)(
  'kill -9, $name: the message is sent once',
  async ({ point, onCreate, mishap, left }) => {
    if (mishap) setup.twilio.mishaps.create.push(mishap);
    const child = startChild(point ?? 'never');
    setup.twilio.onCreate = (isTaken) => {
      if (isTaken === onCreate) child.kill('SIGKILL');
    };
    const [, signal] = await once(child, 'exit');
    expect(signal).toBe('SIGKILL');
    const [before] = await setup.messages();
    expect(before).toMatchObject({ delivery: left.delivery });
    expect(setup.twilio.messages.length).toBe(left.taken);

    await recover();
    expect(setup.twilio.messages.length).toBe(1);
    const rows = await setup.messages();
    expect(rows.length).toBe(1);
    expect(rows[0]).toMatchObject({ delivery: 'done', messageSid: setup.twilio.messages[0]?.sid, status: 'queued' });
    const waiting = eq(jobs.name, sendMessage.name);
    expect(await setup.deps.db.$count(jobs, waiting)).toBe(0);
  },
  60_000,
);

test('kill -9 in the middle of a batch: each message is sent once', async () => {
  const amount = 24;
  setup.twilio.answerAfter = 20;
  const child = startChild('never', amount);
  setup.twilio.onCreate = (isTaken) => {
    if (isTaken && setup.twilio.messages.length === 14) child.kill('SIGKILL');
  };
  const [, signal] = await once(child, 'exit');
  expect(signal).toBe('SIGKILL');
  const left = (await setup.messages()).map(({ delivery }) => delivery);
  // The process had recorded some messages, was handing some over, and had not begun with the others.
  expect(left).toEqual(expect.arrayContaining(['done', 'handing-over', 'waiting']));

  await recover();
  const texts = Array.from({ length: amount }, (_, place) => `The server ${place + 1} is down`);
  expect(setup.twilio.messages.map(({ body }) => body).sort()).toEqual(texts.sort());
  expect((await setup.messages()).map(({ delivery }) => delivery)).toEqual(Array(amount).fill('done'));
}, 60_000);
