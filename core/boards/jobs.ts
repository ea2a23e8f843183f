import { z } from 'zod';
import { syncSeconds } from '../../contract/boards.ts';
import { defineJob } from '../queue/queue.ts';

/** Updates the copy of Trello's boards; reads only boards with new activity. */
export const syncBoards = defineJob({
  name: 'sync-boards',
  data: z.object({}),
  retry: { attempts: 3, backoffSeconds: 60 },
  every: syncSeconds,
});
