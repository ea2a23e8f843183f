import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { ReleaseState } from '../../contract/releases.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { insertSelected } from '../../db/query/insert-selected.ts';
import { releaseChanges, releases } from '../../db/schema/releases.ts';
import type { Edit } from '../content/edit.ts';
import { conflict, notFound } from '../errors.ts';

export type Release = typeof releases.$inferSelect;

/** The author of a change and its time. */
export type Author = Pick<Edit, 'userId' | 'userName' | 'at'>;

const editableStates: ReleaseState[] = ['open', 'scheduled'];

/** True for a release that people may still change. */
export function isEditable({ state }: Pick<Release, 'state'>): boolean {
  return editableStates.includes(state);
}

/** Condition for a release that people may still change. */
export function isOpen(id: number): SQL | undefined {
  return and(eq(releases.id, id), inArray(releases.state, editableStates));
}

/** All releases with the number of their changes, the newest first. */
export function listReleases(db: Database) {
  const changes = sql<number>`(select count(*) from ${releaseChanges} change where change.release_id = releases.id)`;
  return db
    .select({
      id: releases.id,
      name: releases.name,
      state: releases.state,
      createdAt: releases.createdAt,
      userName: releases.userName,
      publishAt: releases.publishAt,
      timeZone: releases.timeZone,
      publishedAt: releases.publishedAt,
      problem: releases.problem,
      changes: changes.mapWith(Number),
    })
    .from(releases)
    .orderBy(desc(releases.id));
}

/** A release by id. Throws 404 if there is none. */
export async function findRelease(db: Database, id: number): Promise<Release> {
  const [release] = await db.select().from(releases).where(eq(releases.id, id));
  if (!release) throw notFound('This release');
  return release;
}

/** Creates an empty release and returns its id. */
export async function createRelease(db: Database, name: string, { userId, userName, at }: Author): Promise<number> {
  const [created] = await db
    .insert(releases)
    .values({ name, state: 'open', createdAt: at, userId, userName })
    .returning({ id: releases.id });
  if (!created) throw new Error('the release was not stored');
  return created.id;
}

/** Changes a release that people may still change. Throws 409 if it is published or cancelled, 404 if there is none. */
export async function updateRelease(
  db: Database,
  id: number,
  values: Partial<Release>,
  where: SQL | undefined = isOpen(id),
): Promise<void> {
  const [updated] = await db.update(releases).set(values).where(where).returning({ id: releases.id });
  if (!updated) throw notEditable(await findRelease(db, id));
}

/** The refusal of a change to a release that is published or cancelled. */
export function notEditable({ name, state }: Release) {
  return conflict(`The release “${name}” is ${state}.`);
}

/** Counts a change of the release; belongs in the transaction of the change, before it. */
export function countEdit(tx: Pick<Transaction, 'update'>, id: number) {
  return tx
    .update(releases)
    .set({ edits: sql`${releases.edits} + 1` })
    .where(isOpen(id));
}

/** Fails the transaction with a `unique` error if the release has changed in this way. */
export function refuseIf(tx: Pick<Transaction, 'insert'>, id: number, isChanged: SQL | undefined) {
  const { name, state, createdAt, userName } = releases;
  // A second row with the same id.
  const where = and(eq(releases.id, id), isChanged);
  return insertSelected(
    tx,
    releases,
    { id: releases.id, name, state, createdAt, userName },
    sql`${releases} where ${where}`,
  );
}
