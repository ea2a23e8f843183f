import { z } from 'zod';
import { defineJob } from '../queue/queue.ts';

/** Deletes pictures that no record refers to (any more), with the sizes made from them. */
export const removeUnusedImages = defineJob({
  name: 'remove-unused-images',
  data: z.object({}),
  retry: { attempts: 3, backoffSeconds: 60 },
  every: 6 * 60 * 60,
});
