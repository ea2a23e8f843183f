import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../core/config/config.ts';
import { resealSecrets } from '../../core/telephony/rotate-secrets.ts';
import { renewSecretFile, secretBox } from '../../core/telephony/secrets.ts';
import { dialect } from '../../db/dialect.ts';
import { telephonyClients } from '../../db/schema/telephony.ts';
import { makeSetup } from './setup.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-secret-'));
});
afterEach(() => rm(folder, { recursive: true }));

const box = (variables: Record<string, string> = {}) => secretBox(readConfig({ DATA_DIR: folder, ...variables }));

test('a sealed text can be opened, also after a restart, and differs each time', () => {
  const sealed = box().seal('token');
  expect(box().open(sealed)).toBe('token');
  expect(box().seal('token')).not.toBe(sealed);
});

test('a modified text cannot be opened', () => {
  const [key, nonce, text = '', tag] = box().seal('token').split('.');
  const flipped = (text[0] === 'A' ? 'B' : 'A') + text.slice(1);
  expect(() => box().open([key, nonce, flipped, tag].join('.'))).toThrow();
  expect(() => box().open([key, nonce, text, 'AAAA'].join('.'))).toThrow();
});

test('a sealed text has the key’s id, a nonce of 12 bytes and a tag of 16', () => {
  const opened = box();
  const sealed = opened.seal('token');
  expect(sealed).toMatch(/^[0-9a-f]{8}\.[\w-]{16}\.[\w-]{7}\.[\w-]{22}$/);
  expect(sealed.startsWith(`${opened.keyId}.`)).toBe(true);
});

test('the first start makes a private folder and a file with one secret of 32 bytes, and no other file', async () => {
  const inside = join(folder, 'a', 'b');
  box({ DATA_DIR: inside }).seal('token');
  expect(await readdir(inside)).toEqual(['app-secret']);
  expect(await readFile(join(inside, 'app-secret'), 'utf8')).toMatch(/^[\w-]{43}\n$/);
  expect((await stat(inside)).mode & 0o777).toBe(0o700);
  expect((await stat(join(inside, 'app-secret'))).mode & 0o777).toBe(0o600);
});

test('an empty or unreadable secret file is an error; no secret is made in its place', async () => {
  const path = join(folder, 'app-secret');
  await writeFile(path, '\n\n');
  expect(() => box()).toThrow('DATA_DIR/app-secret must contain the secret');
  expect(await readFile(path, 'utf8')).toBe('\n\n');
  await rm(path);
  await mkdir(path);
  expect(() => box()).toThrow('EISDIR');
});

test('a renewed file has the new secret before the old ones; APP_SECRET_PREVIOUS opens beside it', async () => {
  const old = box().seal('token');
  const [first] = (await readFile(join(folder, 'app-secret'), 'utf8')).split('\n');
  const config = readConfig({ DATA_DIR: folder });
  const renewed = renewSecretFile(config);
  const lines = (await readFile(join(folder, 'app-secret'), 'utf8')).split('\n');
  expect(lines).toEqual([expect.stringMatching(/^[\w-]{43}$/), first, '']);
  expect(await readdir(folder)).toEqual(['app-secret']);
  expect(secretBox(config)).toBe(renewed);
  expect([renewed?.open(old), renewed?.seal('token').startsWith(old.slice(0, 8))]).toEqual(['token', false]);

  const moved = box({ APP_SECRET: 'the first test secret' }).seal('token');
  expect(box({ APP_SECRET_PREVIOUS: 'the first test secret' }).open(moved)).toBe('token');
  expect(renewSecretFile(readConfig({ DATA_DIR: folder, APP_SECRET: 'the first test secret' }))).toBe(null);
});

test('a changed APP_SECRET opens old texts only with APP_SECRET_PREVIOUS', () => {
  const [first, second] = ['the first test secret', 'the second test secret'];
  const sealed = box({ APP_SECRET: first }).seal('token');
  expect(() => box({ APP_SECRET: second }).open(sealed)).toThrow('APP_SECRET_PREVIOUS');
  expect(box({ APP_SECRET: second, APP_SECRET_PREVIOUS: first }).open(sealed)).toBe('token');
});

test('a too short APP_SECRET prevents the start', () => {
  expect(() => box({ APP_SECRET: 'short' })).toThrow('APP_SECRET must be at least 16 characters');
});

// With Postgres the secret is in APP_SECRET, which is read only at startup.
test.runIf(dialect === 'sqlite')(
  'rotation re-encrypts every token, and a running process can still read them',
  async () => {
    const setup = await makeSetup();
    const account = await setup.addAccount();
    const contactId = await setup.addContact(account.id);
    const other = await setup.addAccount();
    await setup.settled();
    // What `npm run secrets:rotate` does in a separate process.
    const renewed = renewSecretFile(readConfig({ DATA_DIR: setup.store.dataDir }));
    if (!renewed) throw new Error('no file');
    expect(await resealSecrets(setup.deps.db, renewed)).toBe(2);
    const tokens = await setup.deps.db.select({ sealed: telephonyClients.authToken }).from(telephonyClients);
    expect(tokens.map(({ sealed }) => sealed.slice(0, 8))).toEqual([renewed.keyId, renewed.keyId]);
    expect(tokens.map(({ sealed }) => renewed.open(sealed))).toEqual([account.authToken, other.authToken]);
    expect(await resealSecrets(setup.deps.db, renewed)).toBe(0);
    await setup.admin.telephony.contacts.sendTest({ contactId, text: 'After', requestId: 'request-1' });
    await setup.settled();
    expect(setup.twilio.messages.length).toBe(1);
    await setup.remove();
  },
);
