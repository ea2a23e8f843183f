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
import { type Config, ConfigError } from '../config/config.ts';

/** Encrypts secrets that must not be readable in the database or its backups. */
export interface SecretBox {
  /** Id of the key that `seal` uses; the prefix of every sealed text. */
  readonly keyId: string;
  /** AES-256-GCM with a fresh nonce: `<key id>.<nonce>.<ciphertext>.<tag>`. */
  seal(secret: string): string;
  /** Decrypts; throws if no key matches or the text was changed. */
  open(sealed: string): string;
}

type SecretConfig = Pick<Config, 'appSecret' | 'appSecretPrevious' | 'dataDir'>;

/** One secret per line, the current one first. */
const fileName = 'app-secret';
const boxes = new WeakMap<SecretConfig, SecretBox>();

/** The secret box of a configuration. Without APP_SECRET, the first start creates a secret file in DATA_DIR. */
export function secretBox(config: SecretConfig): SecretBox {
  const known = boxes.get(config);
  if (known) return known;
  const box = createBox(() => readSecrets(config));
  boxes.set(config, box);
  return box;
}

/** Adds a new secret as the first line of the file; null if APP_SECRET is set: then the operator changes it. */
export function renewSecretFile(config: SecretConfig): SecretBox | null {
  if (config.appSecret !== null) return null;
  const path = join(config.dataDir, fileName);
  const lines = [newSecret(), ...readSecrets(config)];
  writeDurably(`${path}.new`, `${lines.join('\n')}\n`);
  renameSync(`${path}.new`, path);
  const box = createBox(() => readSecrets(config));
  boxes.set(config, box);
  return box;
}

function createBox(read: () => readonly string[]): SecretBox {
  let keys = deriveAll(read());
  const [current] = keys;
  if (!current) throw new ConfigError('DATA_DIR/app-secret must contain the secret: the file is empty');
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
      // Another process may have renewed the file.
      if (!find(keyId)) keys = deriveAll(read());
      const key = find(keyId);
      if (!key)
        throw new Error(`no secret matches the key ${keyId}: if APP_SECRET has changed, set APP_SECRET_PREVIOUS`);
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
  const lines = (readIfExists(path) ?? createSecretFile(path, config.dataDir))
    .split('\n')
    .filter((line) => line !== '');
  return config.appSecretPrevious === null ? lines : [...lines, config.appSecretPrevious];
}

function readIfExists(path: string): string | null {
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

/** Creates the secret file atomically; if two processes start together, both read the first one's file. */
function createSecretFile(path: string, folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  writeDurably(draft, `${newSecret()}\n`);
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    unlinkSync(draft);
  }
  return readFileSync(path, 'utf8');
}

function writeDurably(path: string, text: string): void {
  const file = openSync(path, 'w', 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
