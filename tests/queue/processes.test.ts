import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { inboxMessages } from '../../db/schema/inbox.ts';
import { type FakeSmtp, startFakeSmtp } from '../fakes/smtp.ts';
import { type RedisServer, startRedisServer } from '../fixture/redis-server.ts';
import { startTestWeb, type TestServer } from '../fixture/server.ts';
import { untilLong } from './bullmq-setup.ts';

const entry = join(import.meta.dirname, '..', '..', 'workers', 'main.ts');

/** `npm run workers` beside a web server: real processes, a real Redis, and mail as the work. */
describe('separate workers', () => {
  let redis: RedisServer;
  let smtp: FakeSmtp;
  let web: TestServer;
  let variables: Record<string, string>;
  beforeEach(async () => {
    redis = await startRedisServer();
    smtp = await startFakeSmtp();
    variables = { REDIS_URL: redis.url, SMTP_URL: smtp.url, MAIL_FROM: 'noreply@harbour.example' };
    web = await startTestWeb(variables);
  });
  afterEach(async () => {
    await web.stop();
    await smtp.stop();
    await redis.remove();
  });

  async function startWorkers(): Promise<{ process: ChildProcess; ended: Promise<number | null> }> {
    const env = { ...process.env, ...web.store.variables, ...variables };
    const child = spawn(process.execPath, [entry], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    await untilLong(async () => (await web.deps.queue.workers()).some(({ id }) => id.endsWith(`:${child.pid}`)));
    return { process: child, ended };
  }

  /** Makes the mail server wait before it acknowledges; the function it returns lets it go on. */
  function hold(): () => void {
    let release = () => {};
    smtp.gate = new Promise((resolve) => {
      release = resolve;
    });
    return release;
  }

  async function send(): Promise<void> {
    const message = { name: 'Ann', email: 'ann@example.org', message: 'Hello there' };
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${web.address}/api/sendemail`, {
      method: 'POST',
      headers,
      body: JSON.stringify(message),
    });
    expect(answer.status).toBe(200);
  }

  const isMailed = async () =>
    (await web.deps.db.select().from(inboxMessages)).every(({ mailedAt }) => mailedAt !== null);

  test('run the jobs that the web process enqueues; SIGTERM lets a job end', async () => {
    const worker = await startWorkers();
    // The web process itself takes none.
    expect(await web.deps.queue.workers()).toHaveLength(1);
    const release = hold();
    await send();
    await untilLong(() => smtp.mails.length === 1);
    worker.process.kill('SIGTERM');
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(worker.process.exitCode).toBeNull();
    release();
    expect(await worker.ended).toBe(0);
    expect(await isMailed()).toBe(true);
    expect(smtp.mails).toHaveLength(1);
    expect(await web.deps.queue.workers()).toEqual([]);
  });

  // The lease of the interrupted mail ends after up to 15 s.
  test('end within ten seconds of SIGTERM; another worker takes over interrupted jobs', {
    timeout: 90_000,
  }, async () => {
    const first = await startWorkers();
    const release = hold();
    await send();
    await untilLong(() => smtp.mails.length === 1);
    const second = await startWorkers();
    const start = performance.now();
    first.process.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    expect(performance.now() - start).toBeLessThan(10_000);
    release();
    await untilLong(isMailed);
    second.process.kill('SIGTERM');
    expect(await second.ended).toBe(0);
  });

  test('the job of a killed worker runs elsewhere within half a minute', { timeout: 90_000 }, async () => {
    const first = await startWorkers();
    const release = hold();
    await send();
    await untilLong(() => smtp.mails.length === 1);
    await startWorkers();
    const start = performance.now();
    first.process.kill('SIGKILL');
    await first.ended;
    release();
    while (!(await isMailed())) {
      expect(performance.now() - start).toBeLessThan(40_000);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(performance.now() - start).toBeLessThan(33_000);
    expect(smtp.mails).toHaveLength(2);
  });
});
