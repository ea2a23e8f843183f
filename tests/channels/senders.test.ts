import { createHmac } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { senders } from '../../core/channels/index.ts';
import { ChannelFailure, type SentKind } from '../../core/channels/notification.ts';
import { checkDeps, closeServers, localName, resolverOf } from '../checks/setup.ts';
import { attempt, outage, sendDeps, startReceiver } from './setup.ts';

afterEach(closeServers);

const send = (kind: SentKind, target: string, fields: Parameters<typeof sendDeps>[0] = {}, secret = '') =>
  senders[kind]({ target, secret }, outage, attempt, sendDeps(fields));

/** The failure of a promise. */
async function failureOf(sent: Promise<void>): Promise<ChannelFailure> {
  const error = await sent.then(
    () => new Error('accepted'),
    (reason: unknown) => reason,
  );
  if (error instanceof ChannelFailure) return error;
  throw error;
}

describe('webhook', () => {
  test('has the headers and the signature of Standard Webhooks, and the servers', async () => {
    const { address, received, bodies } = await startReceiver();
    const key = Buffer.alloc(32, 7);
    await send('webhook', `${address}/hooks`, {}, `whsec_${key.toString('base64')}`);
    const [request] = received;
    expect(request?.headers).toMatchObject({ 'webhook-id': 'delivery-12', 'webhook-timestamp': '1772438400' });
    const signed = `delivery-12.1772438400.${request?.body}`;
    expect(request?.headers['webhook-signature']).toBe(
      `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
    );
    expect(bodies()).toEqual([
      {
        type: 'monitor.down',
        timestamp: outage.at,
        data: {
          MonitorID: 7,
          Name: '<Mill>',
          Status: 'offline',
          Since: '2026-03-02T08:00:00.000Z',
          Reason: 'FAILED (exit 3)',
          Title: outage.title,
          Others: [
            {
              MonitorID: 8,
              Name: 'Silo',
              Status: 'offline',
              Since: '2026-03-02T08:00:01.000Z',
              Reason: 'silent for 3 min',
            },
          ],
        },
      },
    ]);
  });

  test('has no signature without a secret', async () => {
    const { address, received } = await startReceiver();
    await send('webhook', address);
    expect(received[0]?.headers['webhook-signature']).toBe(undefined);
  });
});

describe('texts', () => {
  test('Slack gets escaped text that mentions nobody, and its links', async () => {
    const { address, bodies } = await startReceiver();
    await send('slack', address);
    expect(bodies()).toEqual([
      {
        text: [
          '*&lt;Mill&gt; @everyone &amp; *sons* FAILED (exit 3)*',
          'Failed at 2026-03-02 09:00 CET.',
          '<https://vitrine.example/alarm/abc|Acknowledge>  <https://vitrine.example/#/admin/schedule-tasks/7|Open>',
        ].join('\n'),
      },
    ]);
  });

  test('Slack that answers 200 with a problem has not accepted', async () => {
    const { address } = await startReceiver({ body: 'invalid_payload' });
    expect(await failureOf(send('slack', address))).toMatchObject({
      kind: 'permanent',
      message: 'Slack answered: invalid_payload.',
    });
  });

  test('Microsoft Teams gets a card with buttons', async () => {
    const { address, bodies } = await startReceiver({ status: 202 });
    await send('teams', address);
    const card = {
      body: [{ text: '<Mill> @everyone & \\*sons\\* FAILED \\(exit 3\\)' }, { text: outage.text }],
      actions: [{ url: outage.acknowledgeLink }, { url: outage.link }],
    };
    expect(bodies()).toMatchObject([{ type: 'message', attachments: [{ content: card }] }]);
  });

  test('Discord waits for the answer and mentions nobody', async () => {
    const { address, received, bodies } = await startReceiver();
    await send('discord', `${address}/api/webhooks/1/abc`);
    expect(received[0]?.path).toBe('/api/webhooks/1/abc?wait=true');
    expect(bodies()).toMatchObject([
      { allowed_mentions: { parse: [] }, content: expect.stringContaining('\\*sons\\*') },
    ]);
  });

  test('Telegram gets plain text for a chat, with the token of the bot in the path', async () => {
    const { address, received, bodies } = await startReceiver({ body: '{"ok":true}' });
    await send('telegram', '-100123', { telegramApiBase: address }, '123:token');
    expect(received[0]?.path).toBe('/bot123:token/sendMessage');
    expect(bodies()).toMatchObject([{ chat_id: '-100123', text: expect.stringContaining(outage.title) }]);
  });

  test('ntfy gets the topic, a priority and the token', async () => {
    const { address, received, bodies } = await startReceiver();
    await send('ntfy', `${address}/base/my-topic`, {}, 'tk_secret');
    expect(received[0]).toMatchObject({ path: '/base/', headers: { authorization: 'Bearer tk_secret' } });
    expect(bodies()).toMatchObject([
      { topic: 'my-topic', title: outage.title, message: outage.text, priority: 5, click: outage.link },
    ]);
  });

  test('a repetition that cannot be excluded says so', async () => {
    const { address, bodies } = await startReceiver();
    const again = { ...attempt, mayBeRepeated: true };
    await senders.slack({ target: address, secret: '' }, outage, again, sendDeps());
    expect(JSON.stringify(bodies())).toContain('(may be a repetition)');
  });

  test('long texts are cut to what the provider takes', async () => {
    const { address, bodies } = await startReceiver();
    const long = { ...outage, text: 'ä'.repeat(100_000) };
    const { telegramApiBase } = { telegramApiBase: address };
    for (const kind of ['slack', 'teams', 'discord', 'telegram', 'ntfy'] as const)
      await senders[kind](
        { target: kind === 'telegram' ? '1' : `${address}/topic`, secret: '' },
        long,
        attempt,
        sendDeps({ telegramApiBase }),
      );
    expect(bodies().map((body) => JSON.stringify(body).length < 9000)).toEqual([true, true, true, true, true]);
  });
});

describe('failures', () => {
  test.each([
    [404, {}, 'permanent', null],
    [410, {}, 'permanent', null],
    [403, {}, 'permanent', null],
    [302, { location: 'http://127.0.0.1:1/' }, 'permanent', null],
    [429, { 'retry-after': '7' }, 'temporary', 7],
    [429, { 'retry-after': '999999' }, 'temporary', 3600],
    [503, {}, 'temporary', null],
    [500, {}, 'unknown', null],
    [504, {}, 'unknown', null],
  ] as const)('an answer with %i and %o is %s', async (status, headers, kind, retryAfterSeconds) => {
    const { address } = await startReceiver({ status, headers });
    expect(await failureOf(send('webhook', address))).toMatchObject({ kind, retryAfterSeconds });
  });

  test('Telegram and Discord say in the body how long to wait', async () => {
    const telegram = await startReceiver({ status: 429, body: '{"ok":false,"parameters":{"retry_after":31}}' });
    expect(await failureOf(send('telegram', '1', { telegramApiBase: telegram.address }, '1:a'))).toMatchObject({
      retryAfterSeconds: 31,
    });
    const discord = await startReceiver({ status: 429, body: '{"retry_after":1.5}' });
    expect(await failureOf(send('discord', discord.address))).toMatchObject({ retryAfterSeconds: 1.5 });
  });

  test('a receiver that hangs may have accepted; one that refuses the connection has not', async () => {
    const { address } = await startReceiver(() => {});
    expect(await failureOf(send('webhook', address, { timeoutMs: 300 }))).toMatchObject({ kind: 'unknown' });
    expect(await failureOf(send('webhook', `http://${localName}:9`))).toMatchObject({ kind: 'temporary' });
  });

  test('a receiver that ends the connection without an answer may have accepted', async () => {
    const { address } = await startReceiver((request) => request.socket.destroy());
    expect(await failureOf(send('webhook', address))).toMatchObject({ kind: 'unknown' });
  });

  test('private addresses get nothing unless they are allowed, whatever the name', async () => {
    const { address, received } = await startReceiver();
    const check = checkDeps({ arePrivateNetworksAllowed: false, resolver: resolverOf({ [localName]: ['127.0.0.1'] }) });
    expect(await failureOf(send('webhook', address, { check }))).toMatchObject({ kind: 'permanent' });
    expect(received).toEqual([]);
  });

  test('no message has the secret path of the address', async () => {
    const { address } = await startReceiver({ status: 404, body: 'no /secret-path here' });
    const { message } = await failureOf(send('webhook', `${address}/secret-path`));
    expect(message).not.toContain('secret-path');
  });

  test('an endless answer is cut', async () => {
    const { address } = await startReceiver((_request, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('x'.repeat(100_000)), 1);
      response.on('close', () => clearInterval(timer));
    });
    await send('webhook', address);
  });
});
