import { createHash } from 'node:crypto';
import { and, desc, eq, gt } from 'drizzle-orm';
import { previewDays } from '../../contract/releases.ts';
import type { Database } from '../../db/database.ts';
import { releasePreviews as previews, releases } from '../../db/schema/releases.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { notFound } from '../errors.ts';
import { type Author, findRelease } from './release.ts';

/** A link to the page as a release would make it. */
export interface PreviewLink {
  url: string;
  expiresAt: Date;
}

/** Path of preview links. */
export const previewPath = '/preview/';

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

/** Makes a preview link for people without an account; it works for a week. */
export async function createPreview(
  { db, config, randomBytes }: Pick<CoreDependencies, 'db' | 'config' | 'randomBytes'>,
  releaseId: number,
  { at, userName }: Author,
): Promise<PreviewLink> {
  await findRelease(db, releaseId);
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(Number(at) + previewDays * 86_400_000);
  await db.insert(previews).values({ releaseId, tokenHash: hashOf(token), createdAt: at, expiresAt, userName });
  return { url: `${config.publicUrl}${previewPath}${token}`, expiresAt };
}

/** A release's preview links that still work, without their secrets, the newest first. */
export async function listPreviews(db: Database, releaseId: number, now: Date) {
  return db
    .select({
      id: previews.id,
      createdAt: previews.createdAt,
      expiresAt: previews.expiresAt,
      userName: previews.userName,
    })
    .from(previews)
    .where(and(eq(previews.releaseId, releaseId), gt(previews.expiresAt, now)))
    .orderBy(desc(previews.id));
}

/** Withdraws a preview link. Throws 404 if there is none. */
export async function withdrawPreview(db: Database, releaseId: number, id: number): Promise<void> {
  const [withdrawn] = await db
    .delete(previews)
    .where(and(eq(previews.releaseId, releaseId), eq(previews.id, id)))
    .returning({ id: previews.id });
  if (!withdrawn) throw notFound('This preview link');
}

/** The release that a preview link shows. Undefined: the link is unknown, withdrawn or expired. */
export async function findPreview(db: Database, token: string, now: Date) {
  const [found] = await db
    .select({ id: releases.id, name: releases.name })
    .from(previews)
    .innerJoin(releases, eq(releases.id, previews.releaseId))
    .where(and(eq(previews.tokenHash, hashOf(token)), gt(previews.expiresAt, now)));
  return found;
}
