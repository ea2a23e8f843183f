import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type Server } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { certificateItems } from '../../core/desk/certificate.ts';
import { makeDependencies } from '../fixture/dependencies.ts';

const dayMs = 86_400_000;
let made: Awaited<ReturnType<typeof makeDependencies>>;
let folder: string;
let server: Server;
let connections = 0;
let port: number;
beforeAll(async () => {
  made = await makeDependencies();
  folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const options = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-subj', '/CN=localhost'];
  execFileSync('openssl', ['req', '-x509', ...options, '-days', '30', '-keyout', key, '-out', cert], {
    stdio: 'ignore',
  });
  server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (socket) => socket.resume());
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = listeningAt(server);
});
afterAll(async () => {
  server.close();
  rmSync(folder, { recursive: true });
  await made.remove();
});

function listeningAt(listening: { address(): AddressInfo | string | null }): number {
  const address = listening.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** The items for this address, some days from now. */
function items(publicUrl: string, days: number) {
  const now = () => new Date(Date.now() + days * dayMs);
  return certificateItems({ ...made.deps, now, config: { ...made.deps.config, publicUrl } });
}

test('a certificate is announced fourteen days before it expires, and read once an hour', async () => {
  const address = `https://localhost:${port}`;
  expect(await items(address, 0)).toEqual([]);
  expect(await items(address, 0.01)).toEqual([]);
  expect(connections).toBe(1);
  const [item] = await items(address, 17);
  expect(item).toMatchObject({ kind: 'expiringCertificate', host: 'localhost' });
  expect(Math.round((Number(item?.expiresAt) - Date.now()) / dayMs)).toBe(30);
  expect(connections).toBe(2);
  // An expired one is read too.
  expect(await items(address, 31)).toHaveLength(1);
  // Callers at the same time share one connection; an address without a name works.
  await Promise.all([items(`https://127.0.0.1:${port}`, 0), items(`https://127.0.0.1:${port}`, 0)]);
  expect(connections).toBe(4);
});

test('nothing is said where nothing is known: no HTTPS, reserved names, and addresses that do not answer', async () => {
  expect(await items('http://localhost:1', 100)).toEqual([]);
  expect(await items('https://harbour.example', 100)).toEqual([]);
  expect(await items('https://127.0.0.1:1', 100)).toEqual([]);
  // Accepts, and never answers.
  const { createServer: createSilent } = await import('node:net');
  const silent = createSilent();
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const startedAt = performance.now();
  expect(await items(`https://127.0.0.1:${listeningAt(silent)}`, 100)).toEqual([]);
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  silent.close();
});
