import { and, eq, lte, ne, or } from 'drizzle-orm';
import type { Database, Statement, Transaction } from '../../db/database.ts';
import { revisionNow } from '../../db/query/content-revision.ts';
import { releaseChanges, releases } from '../../db/schema/releases.ts';
import type { Edit } from '../content/edit.ts';
import { conflict, Refusal } from '../errors.ts';
import { putBack } from '../history/put-back.ts';
import { undoChange } from '../history/restore.ts';
import { type Conflict, planRelease } from './plan.ts';
import { findRelease, isEditable, isOpen, notEditable, type Release, refuseIf, updateRelease } from './release.ts';

/**
 * Shows the changes of a release to visitors, in one transaction and once, also if several processes publish at the same time. Throws 409
 * if the release is published or cancelled, is empty, or needs decisions. `also` builds further statements of the transaction.
 */
export async function publishRelease(
  db: Database,
  id: number,
  edit: Edit,
  also: (tx: Transaction) => Statement[] = () => [],
): Promise<void> {
  let known = -1;
  const plan = async () => {
    const release = await findRelease(db, id);
    if (!isEditable(release)) throw notEditable(release);
    known = release.edits;
    const { changes, targets, conflicts } = await planRelease(db, id);
    if (changes.length === 0) throw conflict(`The release “${release.name}” has no changes.`);
    if (conflicts.length > 0) throw conflict(decisionsNeeded(conflicts));
    return targets;
  };
  await putBack(db, edit, plan, (tx) => [
    tx
      .update(releases)
      .set({
        state: 'published',
        publishedAt: edit.at,
        publishedRevision: revisionNow,
        problem: '',
        notice: 'published',
      })
      .where(isOpen(id)),
    requireEdits(tx, id, known),
    ...also(tx),
  ]);
  const { name } = await findRelease(db, id);
  edit.recordChange({ record: 'Release', id, after: { published: name } });
}

/** Fails the transaction with a `unique` error if the release has a change that the plan does not include. */
function requireEdits(tx: Transaction, id: number, known: number) {
  return refuseIf(tx, id, or(ne(releases.edits, known), ne(releases.state, 'published')));
}

/** The changes that need a decision, in one sentence. */
function decisionsNeeded(conflicts: readonly Conflict[]): string {
  const [first] = conflicts;
  const rows = new Set(conflicts.map(({ changeId }) => changeId)).size;
  const what = first ? `${first.name}${first.title === '' ? '' : ` “${first.title}”`}` : '';
  const others = rows > 1 ? ` and ${rows - 1} more` : '';
  return `The page has changed since: ${what}${others} must be decided before the release is published.`;
}

/** Takes a published release back: the page is as before, and the release is open again. Throws 409 if its rows have changed since. */
export async function undoRelease(db: Database, id: number, edit: Edit): Promise<void> {
  const release = await findRelease(db, id);
  const { publishedRevision } = release;
  if (release.state !== 'published' || publishedRevision === null)
    throw conflict(`The release “${release.name}” is not published.`);
  const reopened = {
    state: 'open',
    publishAt: null,
    publishedAt: null,
    publishedRevision: null,
    notice: 'none',
  } as const;
  const isPublished = and(eq(releases.id, id), eq(releases.publishedRevision, publishedRevision));
  await undoChange(db, publishedRevision, edit, (tx) => [tx.update(releases).set(reopened).where(isPublished)]);
  edit.recordChange({ record: 'Release', id, after: { undone: release.name } });
}

/** Sets the time at which a release is published. */
export async function scheduleRelease(db: Database, id: number, at: Date, timeZone: string): Promise<void> {
  const isEmpty = (await db.$count(releaseChanges, eq(releaseChanges.releaseId, id))) === 0;
  const release = await findRelease(db, id);
  if (isEmpty) throw conflict(`The release “${release.name}” has no changes.`);
  await updateRelease(db, id, { state: 'scheduled', publishAt: at, timeZone, problem: '' });
}

/** Opens a scheduled or cancelled release again, without a time. */
export async function reopenRelease(db: Database, id: number): Promise<void> {
  await updateRelease(
    db,
    id,
    { state: 'open', publishAt: null, problem: '' },
    and(eq(releases.id, id), ne(releases.state, 'published')),
  );
}

/** Ends the work on a release; its changes stay, and it can be opened again. */
export async function cancelRelease(db: Database, id: number): Promise<void> {
  await updateRelease(db, id, { state: 'cancelled', publishAt: null, problem: '' });
}

/** Scheduled releases whose time has come, the earliest first. */
export function dueReleases(db: Database, now: Date): PromiseLike<Release[]> {
  return db
    .select()
    .from(releases)
    .where(and(eq(releases.state, 'scheduled'), lte(releases.publishAt, now)))
    .orderBy(releases.publishAt, releases.id);
}

/**
 * Publishes a release whose time has come. If it cannot be published without a decision, it becomes open again with the reason, and
 * its author is notified.
 */
export async function publishDue(
  db: Database,
  release: Release,
  edit: Edit,
  also: (tx: Transaction) => Statement[],
): Promise<'published' | 'blocked' | 'gone'> {
  try {
    await publishRelease(db, release.id, edit, also);
    return 'published';
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const isStillDue = and(
      eq(releases.id, release.id),
      eq(releases.state, 'scheduled'),
      lte(releases.publishAt, edit.at),
    );
    const [blocked] = await db
      .update(releases)
      .set({ state: 'open', problem: error.message, notice: 'blocked' })
      .where(isStillDue)
      .returning({ id: releases.id });
    // Another process has published it, or a person has changed its time.
    return blocked ? 'blocked' : 'gone';
  }
}
