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

test('what is sealed opens again, also after a restart, and looks different each time', () => {
  const sealed = box().seal('token');
  expect(box().open(sealed)).toBe('token');
  expect(box().seal('token')).not.toBe(sealed);
});

test('a changed text does not open', () => {
  const [key, nonce, text = '', tag] = box().seal('token').split('.');
  const flipped = (text[0] === 'A' ? 'B' : 'A') + text.slice(1);
  expect(() => box().open([key, nonce, flipped, tag].join('.'))).toThrow();
  expect(() => box().open([key, nonce, text, 'AAAA'].join('.'))).toThrow();
});

test('another APP_SECRET opens nothing, unless the old one is named too', () => {
  const [first, second] = ['the first secret of ours', 'the second secret of ours'];
  const sealed = box({ APP_SECRET: first }).seal('token');
  expect(() => box({ APP_SECRET: second }).open(sealed)).toThrow('APP_SECRET_PREVIOUS');
  expect(box({ APP_SECRET: second, APP_SECRET_PREVIOUS: first }).open(sealed)).toBe('token');
});

test('APP_SECRET that is too short stops the start', () => {
  expect(() => box({ APP_SECRET: 'short' })).toThrow('APP_SECRET must be at least 16 characters');
});

// On Postgres the secret is in APP_SECRET, which only a new start reads.
test.runIf(dialect === 'sqlite')(
  'rotation encrypts every token anew, and a running process goes on reading',
  async () => {
    const setup = await makeSetup();
    const account = await setup.addAccount();
    const contactId = await setup.addContact(account.id);
    await setup.settled();
    // As `npm run secrets:rotate` does, in a process of its own.
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
