import { z } from 'zod';
import { defineJob } from '../queue/queue.ts';

/** Deletes pictures without a record that refers to them, and their variants. */
export const removeUnusedImages = defineJob({
  name: 'remove-unused-images',
  data: z.object({}),
  retry: { attempts: 3, backoffSeconds: 60 },
  every: 6 * 60 * 60,
});
