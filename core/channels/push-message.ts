import { createCipheriv, createECDH, createPrivateKey, hkdfSync, randomBytes, sign } from 'node:crypto';

/** A key for signing push messages: the public part in base64url, the private one as JWK. */
export interface PushKey {
  publicKey: string;
  privateKey: { kty: 'EC'; crv: 'P-256'; x: string; y: string; d: string };
}

/** What a browser needs to read a message: its public key and a shared secret, in base64url. */
export interface PushReader {
  p256dh: string;
  auth: string;
}

/** Size of the only record: a message and its padding byte fit. */
const recordSize = 4096;
/** A signature is valid for this long; push services allow a day. */
const signatureSeconds = 12 * 3600;

/** Encrypts a message for one browser (RFC 8291, aes128gcm of RFC 8188). Throws if the browser's key is no point of the curve. */
export function encryptPush(text: string, { p256dh, auth }: PushReader): Buffer {
  const reader = Buffer.from(p256dh, 'base64url');
  const own = createECDH('prime256v1');
  const sender = own.generateKeys();
  const shared = own.computeSecret(reader);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), reader, sender]);
  const material = Buffer.from(hkdfSync('sha256', shared, Buffer.from(auth, 'base64url'), info, 32));
  const salt = randomBytes(16);
  const derive = (what: string, length: number) =>
    Buffer.from(hkdfSync('sha256', material, salt, Buffer.from(`Content-Encoding: ${what}\0`), length));
  const cipher = createCipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  // The byte 2 marks the last record.
  const sealed = [cipher.update(text, 'utf8'), cipher.update(Buffer.from([2])), cipher.final(), cipher.getAuthTag()];
  const size = Buffer.alloc(4);
  size.writeUInt32BE(recordSize);
  return Buffer.concat([salt, size, Buffer.from([sender.length]), sender, ...sealed]);
}

/** The Authorization header with which a push service knows this installation (VAPID, RFC 8292). `contact` is a URL or mailto. */
export function authorizePush(endpoint: URL, key: PushKey, { now, contact }: { now: Date; contact: string }): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { aud: endpoint.origin, exp: Math.floor(Number(now) / 1000) + signatureSeconds, sub: contact };
  const signed = `${encode({ typ: 'JWT', alg: 'ES256' })}.${encode(claims)}`;
  const privateKey = createPrivateKey({ key: key.privateKey, format: 'jwk' });
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${key.publicKey}`;
}
