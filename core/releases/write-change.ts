import { and, eq, ne, or, sql } from 'drizzle-orm';
import { maxReleaseChanges } from '../../contract/releases.ts';
import type { Database, Statement, Transaction } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { constraintErrorOf } from '../../db/query/constraint-errors.ts';
import { insertSelected } from '../../db/query/insert-selected.ts';
import { isOneOf } from '../../db/query/json-rows.ts';
import { releaseChanges as changes, releases } from '../../db/schema/releases.ts';
import { conflict } from '../errors.ts';
import { type Change, changesOf } from './plan.ts';
import { type Author, countEdit, findRelease, isEditable, isOpen, notEditable, refuseIf } from './release.ts';

/** A change to store: a new one, or a new version of a known one. */
type ChangeValues = Pick<Change, 'record' | 'action' | 'isOrder' | 'rowId' | 'isNew' | 'values' | 'base'>;

/** Attempts while other people change the same row of the release. */
const maxAttempts = 25;

/** What an edit of a release stores for a row or a list; null: the release has no change of it. */
export type NextChange = ChangeValues | null;

/**
 * Stores the change of a row or a list. `decide` gets the change as it is now and answers the change as it shall be; it runs again
 * if another person comes first. `also` builds further statements of the transaction. Throws 409 if the release is published or
 * cancelled.
 */
export async function writeChange(
  db: Database,
  releaseId: number,
  key: Pick<Change, 'record' | 'isOrder' | 'rowId'>,
  author: Author,
  decide: (known: Change | undefined) => Promise<NextChange>,
  also: (tx: Transaction) => Statement[] = () => [],
): Promise<number> {
  const where = and(
    eq(changes.releaseId, releaseId),
    eq(changes.record, key.record),
    eq(changes.isOrder, key.isOrder),
    eq(changes.rowId, key.rowId),
  );
  for (let attempt = 1; ; attempt += 1) {
    const [known] = await db.select().from(changes).where(where);
    const next = await decide(known);
    if (!known && !next) return 0;
    try {
      const [counted, written] = await atomically(db, (tx) => [
        countEdit(tx, releaseId).returning({ id: releases.id }),
        known ? replacement(tx, known, next, author) : insertion(tx, releaseId, next, author),
        ...also(tx),
      ]);
      if (counted.length === 0) throw notEditable(await findRelease(db, releaseId));
      const [first] = written;
      if (first) return next ? first.version : 0;
      if (!known) throw conflict(`A release takes at most ${maxReleaseChanges} changes.`);
    } catch (error) {
      if (constraintErrorOf(error) !== 'unique') throw error;
    }
    if (attempt === maxAttempts) throw conflict('Someone else is changing the same row of this release.');
  }
}

/** A change of a row or a list, as it is now and as it shall be. */
interface ChangeWrite {
  known: Change | undefined;
  next: NextChange;
}

/**
 * Stores several changes of a release in one transaction. `decide` gets all changes as they are now; it runs again if another person
 * comes first. `also` builds further statements of the transaction. Throws 409 if the release is published or cancelled.
 */
export async function writeChanges(
  db: Database,
  releaseId: number,
  author: Author,
  decide: (changes: readonly Change[]) => Promise<readonly ChangeWrite[]>,
  also: (tx: Transaction) => Statement[],
): Promise<void> {
  const { userId, userName, at } = author;
  for (let attempt = 1; ; attempt += 1) {
    const release = await findRelease(db, releaseId);
    if (!isEditable(release)) throw notEditable(release);
    const all = await changesOf(db, releaseId);
    const writes = await decide(all);
    const dropped = writes.flatMap(({ known, next }) => (known && !next ? [known.id] : []));
    const added = writes.flatMap(({ known, next }) =>
      next && !known ? [{ ...next, releaseId, userId, userName, at }] : [],
    );
    if (all.length - dropped.length + added.length > maxReleaseChanges)
      throw conflict(`A release takes at most ${maxReleaseChanges} changes.`);
    const isOther = or(ne(releases.edits, release.edits + 1), sql`not (${isOpen(releaseId)})`);
    try {
      await atomically(db, (tx) => [
        countEdit(tx, releaseId),
        refuseIf(tx, releaseId, isOther),
        ...(dropped.length > 0 ? [tx.delete(changes).where(isOneOf(changes.id, dropped))] : []),
        ...writes.flatMap(({ known, next }) => (known && next ? [replacement(tx, known, next, author)] : [])),
        ...(added.length > 0 ? [tx.insert(changes).values(added)] : []),
        ...also(tx),
      ]);
      return;
    } catch (error) {
      if (constraintErrorOf(error) !== 'unique' || attempt === maxAttempts) throw error;
    }
  }
}

const stored = { version: changes.version };

/** Changes, or removes, the version that was read. */
function replacement(tx: Transaction, known: Change, next: NextChange, { userId, userName, at }: Author) {
  const own = and(
    eq(changes.id, known.id),
    eq(changes.version, known.version),
    sql`exists (select 1 from ${releases} where ${isOpen(known.releaseId)})`,
  );
  if (!next) return tx.delete(changes).where(own).returning(stored);
  const values = { ...next, version: known.version + 1, userId, userName, at };
  return tx.update(changes).set(values).where(own).returning(stored);
}

function insertion(tx: Transaction, releaseId: number, next: NextChange, { userId, userName, at }: Author) {
  const hasRoom = sql`(select count(*) from ${changes} where ${changes.releaseId} = ${releaseId}) < ${maxReleaseChanges}`;
  const values = { ...next, releaseId, userId, userName, at };
  return insertSelected(tx, changes, values, sql`${releases} where ${isOpen(releaseId)} and ${hasRoom}`).returning(
    stored,
  );
}
