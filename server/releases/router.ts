import { z } from 'zod';
import { id } from '../../contract/fields.ts';
import { releaseComment, releaseName, schedule } from '../../contract/releases.ts';
import { loadContent } from '../../core/content/page-content.ts';
import { addComment, listComments } from '../../core/releases/comments.ts';
import { releaseContent } from '../../core/releases/content.ts';
import { decideConflict, dropChange } from '../../core/releases/decide.ts';
import { describeRelease, describeReleases } from '../../core/releases/describe.ts';
import { sweepReleaseNotices } from '../../core/releases/due.ts';
import { createPreview, listPreviews, withdrawPreview } from '../../core/releases/previews.ts';
import {
  cancelRelease,
  publishRelease,
  reopenRelease,
  scheduleRelease,
  undoRelease,
} from '../../core/releases/publish.ts';
import { createRelease, findRelease, updateRelease } from '../../core/releases/release.ts';
import { editOf } from '../content/edit-of.ts';
import { withMonitors } from '../content/with-monitors.ts';
import type { Dependencies } from '../dependencies.ts';
import { permitted, router } from '../trpc/procedures.ts';

const byId = z.object({ id });
const ofChange = byId.extend({ changeId: id });

async function readTime({ now }: Dependencies, { publishAt, timeZone }: z.output<typeof schedule>) {
  const { readPublishTime } = await import('../../core/releases/publish-time.ts');
  return readPublishTime(publishAt, timeZone, now());
}

/** Releases: changes of the content that visitors see together, when they are published. */
export const releasesRouter = router({
  list: permitted('content:read').query(({ ctx: { deps } }) => describeReleases(deps.db, deps.now())),
  /** A release with its changes, the conflicts with the live page, comments and preview links. */
  get: permitted('content:read')
    .input(byId)
    .query(async ({ ctx: { deps }, input }) => ({
      ...(await describeRelease(deps.db, await findRelease(deps.db, input.id), deps.now())),
      comments: await listComments(deps.db, input.id),
      previews: await listPreviews(deps.db, input.id, deps.now()),
    })),
  /** The page's content as the release would make it. */
  content: permitted('content:read')
    .input(byId)
    .query(async ({ ctx: { deps }, input }) => {
      await findRelease(deps.db, input.id);
      return loadContent(deps.db, undefined, await releaseContent(deps.db, input.id));
    }),
  create: permitted('content:write')
    .input(z.object({ name: releaseName }))
    .mutation(async ({ ctx, input }) => {
      return { id: await createRelease(ctx.deps.db, input.name, editOf(ctx)) };
    }),
  rename: permitted('content:write')
    .input(byId.extend({ name: releaseName }))
    .mutation(({ ctx, input }) => updateRelease(ctx.deps.db, input.id, { name: input.name })),
  /** Removes a change, or one field of it, from the release. */
  drop: permitted('content:write')
    .input(ofChange.extend({ field: z.string().max(40).optional() }))
    .mutation(({ ctx, input }) => dropChange(ctx.deps.db, input.id, input.changeId, input.field, editOf(ctx))),
  /** Decides a conflict: the release's version, or what visitors see now. */
  decide: permitted('content:write')
    .input(ofChange.extend({ field: z.string().max(40).optional(), keep: z.enum(['release', 'live']) }))
    .mutation(({ ctx, input: { id: releaseId, ...decision } }) =>
      decideConflict(ctx.deps.db, releaseId, decision, editOf(ctx)),
    ),
  comment: permitted('content:write')
    .input(ofChange.extend({ text: releaseComment }))
    .mutation(({ ctx, input }) => addComment(ctx.deps.db, input.id, input.changeId, input.text, editOf(ctx))),
  /** A time of publication in words; nothing is stored. */
  describeTime: permitted('content:read')
    .input(schedule)
    .query(({ ctx, input }) => readTime(ctx.deps, input)),
  schedule: permitted('content:publish')
    .input(byId.extend(schedule.shape))
    .mutation(async ({ ctx: { deps }, input }) => {
      const time = await readTime(deps, input);
      await scheduleRelease(deps.db, input.id, time.at, time.timeZone);
      return time;
    }),
  publish: permitted('content:publish')
    .input(byId)
    .mutation(async ({ ctx, input }) => {
      await withMonitors(ctx.deps, publishRelease(ctx.deps.db, input.id, editOf(ctx, 'release')));
      await sweepReleaseNotices(ctx.deps);
    }),
  /** Takes a published release back and opens it again. */
  undo: permitted('content:publish')
    .input(byId)
    .mutation(({ ctx, input }) => withMonitors(ctx.deps, undoRelease(ctx.deps.db, input.id, editOf(ctx, 'undo')))),
  cancel: permitted('content:publish')
    .input(byId)
    .mutation(({ ctx, input }) => cancelRelease(ctx.deps.db, input.id)),
  /** Opens a scheduled or cancelled release again, without a time. */
  reopen: permitted('content:publish')
    .input(byId)
    .mutation(({ ctx, input }) => reopenRelease(ctx.deps.db, input.id)),
  /** Makes a link by which people without an account see the page as the release would make it. */
  preview: permitted('content:write')
    .input(byId)
    .mutation(({ ctx, input }) => createPreview(ctx.deps, input.id, editOf(ctx))),
  withdrawPreview: permitted('content:write')
    .input(byId.extend({ previewId: id }))
    .mutation(({ ctx, input }) => withdrawPreview(ctx.deps.db, input.id, input.previewId)),
});
