import { asc, eq, inArray } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { releaseComments as comments, releaseChanges } from '../../db/schema/releases.ts';
import { findChange } from './decide.ts';
import type { Author } from './release.ts';

/** The comments on the changes of a release, the oldest first. */
export async function listComments(db: Database, releaseId: number) {
  const own = db.select({ id: releaseChanges.id }).from(releaseChanges).where(eq(releaseChanges.releaseId, releaseId));
  return db
    .select({
      id: comments.id,
      changeId: comments.changeId,
      at: comments.at,
      userName: comments.userName,
      text: comments.text,
    })
    .from(comments)
    .where(inArray(comments.changeId, own))
    .orderBy(asc(comments.id));
}

/** Adds a comment to a change of a release. Throws 404 if there is no such change. */
export async function addComment(
  db: Database,
  releaseId: number,
  changeId: number,
  text: string,
  { userId, userName, at }: Author,
): Promise<void> {
  await findChange(db, releaseId, changeId);
  await db.insert(comments).values({ changeId, text, userId, userName, at });
}
