// Started by kill.store.test.ts: publishes an update, stores and sends its mails, and kills itself after a number of writes.
import { postUpdate } from '../../core/status/incidents.ts';
import { handlers } from '../../workers/jobs/index.ts';
import { doomedDependencies } from '../fixture/doomed-process.ts';

const deps = await doomedDependencies();
await postUpdate(deps, { id: 1, state: 'investigating', text: 'We look into it.' }, () => {});
await handlers.storeStatusMails.run({ updateId: 1 }, deps);
await handlers.sendStatusMails.run({ batch: 0 }, deps);
process.exit(0);
