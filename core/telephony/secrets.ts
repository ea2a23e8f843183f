import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';

/** Encrypts what may not be readable in the database or a backup of it. */
export interface SecretBox {
  /** Id of the key that `seal` uses; starts every sealed text. */
  readonly keyId: string;
  /** AES-256-GCM with a fresh nonce: `<key id>.<nonce>.<ciphertext>.<tag>`. */
  seal(secret: string): string;
  /** The secret; throws when no key fits or the text was changed. */
  open(sealed: string): string;
}

type SecretConfig = Pick<Config, 'appSecret' | 'appSecretPrevious' | 'dataDir'>;

/** One secret a line, the one in use first. */
const fileName = 'app-secret';
const boxes = new WeakMap<SecretConfig, SecretBox>();

/** The box of a configuration. Without APP_SECRET the secret is in a file of DATA_DIR, made at the first start. */
export function secretBox(config: SecretConfig): SecretBox {
  const known = boxes.get(config);
  if (known) return known;
  const box = createBox(() => readSecrets(config));
  boxes.set(config, box);
  return box;
}

/** Puts a new secret first in the file; null when APP_SECRET is set and the operator has to choose the new one. */
export function renewSecretFile(config: SecretConfig): SecretBox | null {
  if (config.appSecret !== null) return null;
  const path = join(config.dataDir, fileName);
  const lines = [newSecret(), ...readSecrets(config)];
  writeWhole(`${path}.new`, `${lines.join('\n')}\n`);
  renameSync(`${path}.new`, path);
  const box = createBox(() => readSecrets(config));
  boxes.set(config, box);
  return box;
}

function createBox(read: () => readonly string[]): SecretBox {
  let keys = deriveAll(read());
  const [current] = keys;
  if (!current) throw new Error('there is no secret to encrypt with');
  const find = (keyId: string) => keys.find((key) => key.id === keyId);
  return {
    keyId: current.id,
    seal(secret) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', current.key, nonce).setAAD(Buffer.from(current.id));
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return [current.id, ...[nonce, sealed, cipher.getAuthTag()].map((part) => part.toString('base64url'))].join('.');
    },
    open(sealed) {
      const [keyId = '', nonce = '', text = '', tag = ''] = sealed.split('.');
      // Another process may have renewed the file meanwhile.
      if (!find(keyId)) keys = deriveAll(read());
      const key = find(keyId);
      if (!key) throw new Error(`no secret fits the key ${keyId}: APP_SECRET has changed, set APP_SECRET_PREVIOUS`);
      const decipher = createDecipheriv('aes-256-gcm', key.key, Buffer.from(nonce, 'base64url'), { authTagLength: 16 });
      decipher.setAAD(Buffer.from(keyId)).setAuthTag(Buffer.from(tag, 'base64url'));
      return decipher.update(text, 'base64url', 'utf8') + decipher.final('utf8');
    },
  };
}

interface Key {
  id: string;
  key: Buffer;
}

function deriveAll(secrets: readonly string[]): Key[] {
  return secrets.map((secret) => {
    const key = Buffer.from(hkdfSync('sha256', secret, 'vitrine', 'provider secrets', 32));
    return { key, id: createHash('sha256').update(key).digest('hex').slice(0, 8) };
  });
}

function readSecrets(config: SecretConfig): string[] {
  if (config.appSecret !== null)
    return [config.appSecret, config.appSecretPrevious].filter((secret) => secret !== null);
  const path = join(config.dataDir, fileName);
  const lines = (readIfThere(path) ?? create(path, config.dataDir)).split('\n').filter((line) => line !== '');
  return config.appSecretPrevious === null ? lines : [...lines, config.appSecretPrevious];
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Makes the file whole or not at all; of two processes that start together, both read what the first one made. */
function create(path: string, folder: string): string {
  mkdirSync(folder, { recursive: true });
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  writeWhole(draft, `${newSecret()}\n`);
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    unlinkSync(draft);
  }
  return readFileSync(path, 'utf8');
}

function writeWhole(path: string, text: string): void {
  const file = openSync(path, 'w', 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
