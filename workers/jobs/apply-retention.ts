import { applyRetentionTo } from '../../core/privacy/apply-retention.ts';
import { applyRetention } from '../../core/privacy/jobs.ts';
import { handleJob } from '../../core/queue/handler.ts';

/** Deletes messages of the contact form and anonymises the message log whose time is over. */
export const handleApplyRetention = handleJob(applyRetention, async (_data, deps) => {
  const deletedMessages = await applyRetentionTo(deps, 'inbox');
  const anonymisedMessages = await applyRetentionTo(deps, 'messageLog');
  if (deletedMessages + anonymisedMessages > 0)
    deps.log.info({ deletedMessages, anonymisedMessages }, 'personal data deleted after its time');
});
