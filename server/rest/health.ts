import { healthEventRoute } from '../health/event-route.ts';
import { pingRoute } from '../health/ping-routes.ts';
import { channelRoutes } from './alarm-channels.ts';
import { incidentRoutes } from './alarm-incidents.ts';
import { policyRoutes } from './alarm-policies.ts';
import { rotaRoutes } from './alarm-rotas.ts';
import { monitorRoutes } from './monitors.ts';
import { outageRoutes } from './outages.ts';
import type { RestSection } from './record-routes.ts';

/** The path that monitored servers call, the events about servers, and the paths for programs that manage servers. */
export const healthRest: RestSection = {
  title: 'Server health',
  records: [],
  routes: [
    pingRoute,
    healthEventRoute,
    ...monitorRoutes,
    ...channelRoutes,
    ...rotaRoutes,
    ...policyRoutes,
    ...incidentRoutes,
    ...outageRoutes,
  ],
};
