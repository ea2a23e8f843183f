import { z } from 'zod';
import { id } from '../../contract/fields.ts';
import { defineJob } from '../queue/queue.ts';

/** Makes one attempt at a notification on a channel. The row says when the next one is due. */
export const sendDelivery = defineJob({
  name: 'send-delivery',
  data: z.object({ deliveryId: id }),
  retry: { attempts: 3, backoffSeconds: 2 },
});

/** Starts the monthly fire drills of policies that are due. */
export const startDrills = defineJob({
  name: 'start-drills',
  data: z.object({}),
  retry: { attempts: 3, backoffSeconds: 60 },
  every: 3600,
});

/** Reads the calendars of all rotas, or of the one whose address was saved. A calendar that fails is read again by the next run. */
export const readRotaCalendars = defineJob({
  name: 'read-rota-calendars',
  data: z.object({ rotaId: id.optional() }),
  retry: { attempts: 3, backoffSeconds: 60 },
  every: 900,
});
