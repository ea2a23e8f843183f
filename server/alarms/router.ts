import { router } from '../trpc/procedures.ts';

/** Alarms: channels, policies, rotas and incidents. */
export const alarmsRouter = router({});
