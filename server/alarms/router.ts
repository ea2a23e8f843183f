import { router } from '../trpc/procedures.ts';
import { channelsRouter } from './channels-router.ts';
import { parentsRouter } from './parents-router.ts';

/** Alarms: who and what is notified. */
export const alarmsRouter = router({ channels: channelsRouter, parents: parentsRouter });
