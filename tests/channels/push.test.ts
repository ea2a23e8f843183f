import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { senders } from '../../core/channels/index.ts';
import { ChannelFailure } from '../../core/channels/notification.ts';
import { encryptPush, type PushKey } from '../../core/channels/push-message.ts';
import { closeServers, serve } from '../checks/setup.ts';
import { attempt, outage, sendDeps } from './setup.ts';

afterEach(closeServers);

/** A browser: its keys, and how it reads a message (RFC 8291, section 3). */
function makeBrowser() {
  const own = createECDH('prime256v1');
  const publicKey = own.generateKeys();
  const auth = randomBytes(16);
  function read(message: Buffer): string {
    const [salt, length] = [message.subarray(0, 16), message.readUInt8(20)];
    const sender = message.subarray(21, 21 + length);
    const sealed = message.subarray(21 + length);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender]);
    const material = Buffer.from(hkdfSync('sha256', own.computeSecret(sender), auth, info, 32));
    const derive = (what: string, size: number) =>
      Buffer.from(hkdfSync('sha256', material, salt, Buffer.from(`Content-Encoding: ${what}\0`), size));
    const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
    decipher.setAuthTag(sealed.subarray(-16));
    const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    expect(plain.at(-1)).toBe(2);
    expect(message.readUInt32BE(16)).toBeGreaterThanOrEqual(sealed.length);
    return plain.subarray(0, -1).toString();
  }
  return { keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') }, read };
}

function makeKey(): PushKey {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const shape = z.object({
    kty: z.literal('EC'),
    crv: z.literal('P-256'),
    x: z.string(),
    y: z.string(),
    d: z.string(),
  });
  const jwk = shape.parse(privateKey.export({ format: 'jwk' }));
  const point = [Buffer.from([4]), Buffer.from(jwk.x, 'base64url'), Buffer.from(jwk.y, 'base64url')];
  return { publicKey: Buffer.concat(point).toString('base64url'), privateKey: jwk };
}

/** A push service with one browser. */
async function makeService(answer: RequestListener = (_request, response) => response.writeHead(201).end()) {
  const received: { headers: IncomingHttpHeaders; body: Buffer; path: string }[] = [];
  const browser = makeBrowser();
  const key = makeKey();
  const address = await serve((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks), path: request.url ?? '' });
      answer(request, response);
    });
  });
  const target = JSON.stringify({ endpoint: `${address}/send/abc`, expirationTime: null, keys: browser.keys });
  const send = (text = outage.text) =>
    senders.push({ target, secret: '' }, { ...outage, text }, attempt, sendDeps({ pushKey: async () => key }));
  return { received, browser, key, address, send };
}

test('a message is encrypted for the browser, and signed for its push service', async () => {
  const { received, browser, key, address, send } = await makeService();
  await send();
  const [{ headers, body, path } = { headers: {}, body: Buffer.alloc(0), path: '' }] = received;
  expect(path).toBe('/send/abc');
  expect(headers).toMatchObject({
    'content-encoding': 'aes128gcm',
    ttl: '3600',
    urgency: 'high',
    topic: 'delivery-12',
  });
  expect(JSON.parse(browser.read(body))).toEqual({
    title: outage.title,
    text: outage.text,
    link: outage.link,
    acknowledgeLink: outage.acknowledgeLink,
    tag: 'delivery-12',
  });
  const [, token = '', shown] = /^vapid t=(\S+), k=(\S+)$/.exec(headers.authorization ?? '') ?? [];
  expect(shown).toBe(key.publicKey);
  const [head = '', claims = '', signature = ''] = token.split('.');
  const { kty, crv, x, y } = key.privateKey;
  const publicKey = createPublicKey({ key: { kty, crv, x, y }, format: 'jwk' });
  const verifier = { key: publicKey, dsaEncoding: 'ieee-p1363' as const };
  expect(verify('sha256', Buffer.from(`${head}.${claims}`), verifier, Buffer.from(signature, 'base64url'))).toBe(true);
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toEqual({
    aud: address,
    exp: Date.parse('2026-03-02T20:00:00Z') / 1000,
    sub: 'https://vitrine.example',
  });
});

test('each message has keys of its own, and a long text is cut to the limit of push services', async () => {
  const { received, browser, send } = await makeService();
  await send('ü'.repeat(5000));
  await send('ü'.repeat(5000));
  const [first, second] = received;
  expect(first?.body.equals(second?.body ?? Buffer.alloc(0))).toBe(false);
  expect(first?.body.length).toBeLessThan(4096);
  expect(JSON.parse(browser.read(first?.body ?? Buffer.alloc(0))).text).toMatch(/^ü+\.\.\.$/);
});

test.each([
  [201, null],
  [410, 'permanent'],
  [404, 'permanent'],
  [429, 'temporary'],
  [500, 'unknown'],
  [403, 'permanent'],
] as const)('an answer with %i is %s', async (status, kind) => {
  const { send } = await makeService((_request, response) => response.writeHead(status).end());
  const failure = await send().then(
    () => null,
    (error: unknown) => (error instanceof ChannelFailure ? error.kind : error),
  );
  expect(failure).toBe(kind);
});

test('a browser with a broken key is told to subscribe again', () => {
  expect(() =>
    encryptPush('text', { p256dh: Buffer.alloc(65, 4).toString('base64url'), auth: 'a'.repeat(22) }),
  ).toThrow();
});
