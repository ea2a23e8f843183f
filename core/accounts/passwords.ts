import { hash, verify } from '@node-rs/argon2';

// OWASP's second recommended setting for argon2id: 19 MiB, two passes, one lane (the library's default algorithm is argon2id).
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** argon2id hash of a password. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

let decoy: Promise<string> | undefined;

/**
 * True if the password matches. Takes as long without a stored hash, and with the empty one of users without a password, so
 * that timing does not reveal them.
 */
export async function verifyPassword(storedHash: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('a password that nobody has');
  const matches = await verify(storedHash || (await decoy), password);
  return Boolean(storedHash) && matches;
}
