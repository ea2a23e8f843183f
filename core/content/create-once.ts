import { createHash, createHmac } from 'node:crypto';
import { and, eq, lt, type SQL } from 'drizzle-orm';
import type { Database, Statement, Transaction } from '../../db/database.ts';
import { constraintErrorOf } from '../../db/query/constraint-errors.ts';
import { isOneOf } from '../../db/query/json-rows.ts';
import { lastInsertedId } from '../../db/query/last-inserted-id.ts';
import { saveKeys } from '../../db/schema/save-keys.ts';
import { Refusal } from '../errors.ts';

/** The idempotency key of a creating save. Saves of one user with the same key create one row. */
export interface SaveKey {
  userId: number;
  key: string;
  at: Date;
}

/** How long a key is kept, in milliseconds. */
const keyLifetimeMs = 24 * 60 * 60 * 1000;

interface Creation<Saved> {
  /** The record's name; the same key may serve one save of each record. */
  record: string;
  /** The saved values, to recognize a repetition. */
  values: object;
  /** Creates the row. `remember` builds the statements that store the key; they follow the row's insert directly. */
  create(remember: (tx: Transaction) => Statement[]): Promise<Saved>;
  /** Answers a repetition with the same values. */
  repeat(id: number): Promise<Saved>;
  /** Answers other values under a known key: the save before created the row, and its answer did not arrive. */
  correct(id: number): Promise<Saved>;
}

/** A key as stored: hashes only. */
type StoredKey = Pick<typeof saveKeys.$inferSelect, 'userId' | 'keyHash' | 'fingerprint'>;

/** The stored form of a key for a save of these values; the same key may serve several saves with different names. */
export function storedKey({ userId, key }: SaveKey, name: string, values: object): StoredKey {
  const keyHash = createHash('sha256').update(`${name}\n${key}`).digest('hex');
  const fingerprint = createHmac('sha256', key).update(JSON.stringify(values)).digest('hex');
  return { userId, keyHash, fingerprint };
}

/** What is known of these keys, in their order; undefined: nothing. */
export async function findKeys(db: Database, keys: readonly StoredKey[]) {
  const [first] = keys;
  if (!first) return [];
  const hashes = keys.map(({ keyHash }) => keyHash);
  const found = await db
    .select({ id: saveKeys.rowId, fingerprint: saveKeys.fingerprint, keyHash: saveKeys.keyHash })
    .from(saveKeys)
    .where(and(eq(saveKeys.userId, first.userId), isOneOf(saveKeys.keyHash, hashes)));
  const byHash = new Map(found.map((known) => [known.keyHash, known]));
  return hashes.map((keyHash) => byHash.get(keyHash));
}

/** Statements that store keys of one user's save, and delete the user's outdated ones. */
export function rememberKeys(
  tx: Transaction,
  { userId, at: createdAt }: SaveKey,
  keys: readonly (StoredKey & { rowId: number | SQL<number> })[],
): Statement[] {
  const outdated = and(eq(saveKeys.userId, userId), lt(saveKeys.createdAt, new Date(+createdAt - keyLifetimeMs)));
  return [tx.insert(saveKeys).values(keys.map((key) => ({ ...key, createdAt }))), tx.delete(saveKeys).where(outdated)];
}

/** Creates a row at most once for its key, and always without a key. */
export async function createOnce<Saved>(
  db: Database,
  saveKey: SaveKey | undefined,
  { record, values, create, repeat, correct }: Creation<Saved>,
): Promise<Saved> {
  if (!saveKey) return create(() => []);
  const stored = storedKey(saveKey, record, values);
  const findKey = async () => (await findKeys(db, [stored]))[0];
  const answer = (known: { id: number; fingerprint: string }) =>
    known.fingerprint === stored.fingerprint ? repeat(known.id) : correct(known.id);

  const known = await findKey();
  if (known) return answer(known);
  try {
    return await create((tx) => rememberKeys(tx, saveKey, [{ ...stored, rowId: lastInsertedId }]));
  } catch (error) {
    // A concurrent save with the same key came first: the key, or a name that must be unique, is taken.
    const mayBeRepeated = error instanceof Refusal || constraintErrorOf(error) === 'unique';
    const first = mayBeRepeated ? await findKey() : undefined;
    if (first) return answer(first);
    throw error;
  }
}
