import { z } from 'zod';
import { id } from '../../contract/fields.ts';
import { defineJob } from '../queue/queue.ts';

/** Makes one attempt at a notification on a channel. The row says when the next one is due. */
export const sendDelivery = defineJob({
  name: 'send-delivery',
  data: z.object({ deliveryId: id }),
  retry: { attempts: 3, backoffSeconds: 2 },
});
