import { z } from 'zod';
import { syncSeconds } from '../../contract/boards.ts';
import { defineJob } from '../queue/queue.ts';

/** Brings the copy of Trello's boards up to date; only boards with new activity are read. */
export const syncBoards = defineJob({
  name: 'sync-boards',
  data: z.object({}),
  retry: { attempts: 3, backoffSeconds: 60 },
  every: syncSeconds,
});
