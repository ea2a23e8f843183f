// Started by kill.store.test.ts: publishes the releases that are due, and kills itself after a number of writes.
import { handlers } from '../../workers/jobs/index.ts';
import { doomedDependencies } from '../fixture/doomed-process.ts';

const deps = await doomedDependencies();
await handlers.publishDueReleases.run({}, deps);
// The second process waits for the lease of the first one, which has died.
await handlers.mailReleaseNotice.run({ releaseId: 1 }, deps).catch(() => process.exit(1));
process.exit(0);
