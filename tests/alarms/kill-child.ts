// Started by kill.store.test.ts: finds an overdue server, stores its alarms, sends them over channels, and kills itself on the way.
import { runnable } from '../../core/queue/handler.ts';
import { jobs } from '../../db/schema/jobs.ts';
import { handlers } from '../../workers/jobs/index.ts';
import { doomedDependencies } from '../fixture/doomed-process.ts';

const deps = await doomedDependencies();
const { db, queue } = deps;
await handlers.sweepHealth.run({}, deps);
await queue.work(runnable([handlers.sendDelivery], deps));
while ((await db.$count(jobs)) > 0) await new Promise((resolve) => setTimeout(resolve, 5));
process.exit(0);
