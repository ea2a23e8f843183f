import { handleJob } from '../../core/queue/handler.ts';
import { publishDueNow } from '../../core/releases/due.ts';
import { publishDueReleases } from '../../core/releases/jobs.ts';

/** Publishes the releases whose time has come. */
export const handlePublishDueReleases = handleJob(publishDueReleases, (_data, deps) => publishDueNow(deps));
