import { deliver } from '../../core/alarms/deliver.ts';
import { sendDelivery } from '../../core/alarms/jobs.ts';
import { sendDepsOf } from '../../core/alarms/send-deps.ts';
import { handleJob } from '../../core/queue/handler.ts';

/** Makes one attempt at a notification on a channel. */
export const handleSendDelivery = handleJob(sendDelivery, ({ deliveryId }, deps) =>
  deliver(deps, sendDepsOf(deps), deliveryId),
);
