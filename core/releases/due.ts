import { ne } from 'drizzle-orm';
import { releases } from '../../db/schema/releases.ts';
import { entryStatement } from '../audit/entries.ts';
import { ownEdit } from '../content/edit.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { reconcileMonitors } from '../health/reconcile.ts';
import { enqueueStored } from '../queue/enqueue-stored.ts';
import { mailReleaseNotice, releaseNoticeKey } from './jobs.ts';
import { dueReleases, publishDue } from './publish.ts';
import type { Release } from './release.ts';

/** Publishes the scheduled releases whose time has come. Safe on several workers at once. */
export async function publishDueNow(deps: CoreDependencies): Promise<void> {
  const { db, log, now } = deps;
  for (const release of await dueReleases(db, now())) {
    const { id, name, userId, userName } = release;
    const edit = { ...ownEdit(now(), 'release'), userId, userName };
    const outcome = await publishDue(db, release, edit, (tx) => [
      entryStatement(tx, edit.at, schedulerOf(release), 'releases.publish', {
        record: 'Release',
        id,
        after: { published: name },
      }),
    ]);
    if (outcome === 'published') await reconcileMonitors(db, now());
    if (outcome !== 'gone') log.info({ release: id, outcome }, 'a scheduled release is due');
  }
  await sweepReleaseNotices(deps);
}

/** The person who has scheduled a release, as the author of its publication. */
function schedulerOf({ userId, userName }: Release) {
  return { userId, userName, role: null, ip: '', requestId: '' };
}

/** Enqueues the mails about releases that are to be sent. */
export async function sweepReleaseNotices(deps: CoreDependencies): Promise<void> {
  const open = await deps.db.select({ id: releases.id }).from(releases).where(ne(releases.notice, 'none'));
  for (const { id } of open)
    await enqueueStored(deps, mailReleaseNotice, { releaseId: id }, { dedupeKey: releaseNoticeKey(id) });
}
