import { z } from 'zod';
import { id } from '../../contract/fields.ts';
import { defineJob } from '../queue/queue.ts';

/** Every five seconds: publishes the releases whose time has come, and enqueues mails that the queue has lost. */
export const publishDueReleases = defineJob({
  name: 'publish-due-releases',
  data: z.object({}),
  retry: { attempts: 3, backoffSeconds: 1 },
  every: 5,
});

/** Mails the author of a release that the release was published, or why it was not. */
export const mailReleaseNotice = defineJob({
  name: 'mail-release-notice',
  data: z.object({ releaseId: id }),
  retry: { attempts: 10, backoffSeconds: 60 },
});

/** Dedupe key: at most one mail job per release. */
export function releaseNoticeKey(releaseId: number): string {
  return `release-${releaseId}`;
}
