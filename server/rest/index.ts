import type { FastifyInstance } from 'fastify';
import { registerBoardsReport } from '../boards/report-route.ts';
import type { Dependencies } from '../dependencies.ts';
import { registerDocs } from './docs.ts';
import { registerRoutes } from './register.ts';
import { routeGroups } from './registry.ts';

/** Serves every documented path of the specification's section 7 and the documents about them. */
export function registerRest(app: FastifyInstance, deps: Dependencies): void {
  const routes = routeGroups.flatMap((group) => group.routes);
  registerRoutes(app, deps, routes);
  registerBoardsReport(app, deps);
  registerDocs(app, deps);
}
