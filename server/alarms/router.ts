import { router } from '../trpc/procedures.ts';
import { channelsRouter } from './channels-router.ts';
import { incidentsRouter } from './incidents-router.ts';
import { parentsRouter } from './parents-router.ts';
import { policiesRouter } from './policies-router.ts';
import { rotasRouter } from './rotas-router.ts';

/** Alarms: who and what is notified, and when. */
export const alarmsRouter = router({
  channels: channelsRouter,
  incidents: incidentsRouter,
  parents: parentsRouter,
  policies: policiesRouter,
  rotas: rotasRouter,
});
