import { z } from 'zod';
import { runnableJob } from '../fixture/runnable-job.ts';

/** Runs until its process is killed; says so when it starts. */
export const lastingJob = runnableJob({
  name: 'lasting',
  data: z.object({ text: z.string() }),
  retry: { attempts: 2, backoffSeconds: 1 },
  async run() {
    process.stdout.write('started\n');
    await new Promise((resolve) => setTimeout(resolve, 60_000));
  },
});
