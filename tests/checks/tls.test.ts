import { createServer as createHttpsServer } from 'node:https';
import { createServer } from 'node:tls';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Certificate, createAuthority } from './authority.ts';
import { closeServers, listen, localName, serveBytes, tryOnce } from './setup.ts';

const authority = createAuthority();
let root: Certificate;
let between: Certificate;
beforeAll(() => {
  root = authority.issue({ name: 'Root', isAuthority: true });
  between = authority.issue({ name: 'Between', issuer: root, isAuthority: true });
});
afterAll(() => authority.remove());
afterEach(closeServers);

const isIn = (days: number) => new RegExp(`^The certificate expires in ${days} days, on \\d{4}-\\d\\d-\\d\\d\\.$`);

/** The reasons of a TLS and an HTTPS check of a server with this certificate; empty for successes. */
async function reasons({ key, cert }: Certificate, deps: { authorities?: string[]; now?: () => Date } = {}) {
  const all = { authorities: [root.cert], ...deps };
  const tlsPort = await listen(createServer({ key, cert }));
  const httpsPort = await listen(createHttpsServer({ key, cert }, (_request, answer) => answer.end('well')));
  const [tls, https] = [
    await tryOnce({ kind: 'tls', host: localName, port: tlsPort }, all),
    await tryOnce({ kind: 'http', url: `https://${localName}:${httpsPort}/` }, all),
  ];
  expect([tls.ok, https.ok]).toEqual([tls.reason === '', https.reason === '']);
  return { tls: tls.reason, https: https.reason };
}

function both(reason: string) {
  return { tls: reason, https: reason };
}

const unknown = 'The chain of the certificate is incomplete, or its authority is not known.';

test('a certificate in order is well, with a complete chain too', async () => {
  expect(await reasons(authority.issue({ name: localName, issuer: root }))).toEqual(both(''));
  const leaf = authority.issue({ name: localName, issuer: between });
  expect(await reasons({ ...leaf, cert: leaf.cert + between.cert })).toEqual(both(''));
  expect(await reasons(leaf)).toEqual(both(unknown));
});

test('each broken certificate has its reason', async () => {
  const expired = authority.issue({ name: localName, issuer: root, from: -30, until: -2 });
  expect(await reasons(expired)).toEqual(both('The certificate, or one of its chain, has expired.'));
  const early = authority.issue({ name: localName, issuer: root, from: 2, until: 30 });
  expect(await reasons(early)).toEqual(both('The certificate is not valid yet.'));
  const other = authority.issue({ name: 'other.example', issuer: root });
  expect(await reasons(other)).toEqual(both('The certificate is for another name.'));
  expect(await reasons(authority.issue({ name: localName }))).toEqual(both('The certificate is self-signed.'));
  const stranger = authority.issue({ name: 'Stranger', isAuthority: true });
  const leaf = authority.issue({ name: localName, issuer: stranger });
  expect(await reasons(leaf)).toEqual(both(unknown));
  const withRoot = { ...leaf, cert: leaf.cert + stranger.cert };
  expect(await reasons(withRoot)).toEqual(both('The authority of the certificate is not known.'));
});

test('a certificate that expires soon fails the TLS check alone, by the clock of the product', async () => {
  const soon = authority.issue({ name: localName, issuer: root, until: 5.5 });
  expect(await reasons(soon)).toEqual({ tls: expect.stringMatching(isIn(5)), https: '' });
  const good = authority.issue({ name: localName, issuer: root, until: 30.5 });
  const in16Days = () => new Date(Date.now() + 17 * 86_400_000);
  expect(await reasons(good, { now: in16Days })).toEqual({ tls: expect.stringMatching(isIn(13)), https: '' });
});

test('a server that hangs or talks something else during the handshake fails', async () => {
  const silent = await serveBytes(() => {});
  const target = { kind: 'tls', host: localName, port: silent } as const;
  expect(await tryOnce(target, {}, { timeoutMs: 200 })).toMatchObject({
    ok: false,
    reason: 'There was no complete answer within 0.2 s.',
  });
  const plain = await serveBytes((socket) => socket.end('220 mail.example ESMTP\r\n'));
  expect((await tryOnce({ ...target, port: plain })).reason).toMatch(/^The TLS handshake failed\.|^The server closed/);
});
