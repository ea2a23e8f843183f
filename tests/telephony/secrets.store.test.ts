import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../core/config/config.ts';
import { resealTokens } from '../../core/telephony/rotate-secrets.ts';
import { renewSecretFile, secretBox } from '../../core/telephony/secrets.ts';
import { dialect } from '../../db/dialect.ts';
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
    await setup.settled();
    // What `npm run secrets:rotate` does in a separate process.
    const other = readConfig({ DATA_DIR: setup.store.dataDir });
    const renewed = renewSecretFile(other);
    if (!renewed) throw new Error('no file');
    expect(await resealTokens(setup.deps.db, renewed)).toBe(1);
    expect(await resealTokens(setup.deps.db, renewed)).toBe(0);
    await setup.admin.telephony.contacts.sendTest({ contactId, text: 'After', requestId: 'request-1' });
    await setup.settled();
    expect(setup.twilio.messages.length).toBe(1);
    await setup.remove();
  },
);
