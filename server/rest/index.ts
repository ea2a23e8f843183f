import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '../dependencies.ts';
import type { ReadyAnswers } from '../http/ready-answers.ts';
import { registerRoutes } from './register.ts';
import { routeGroups } from './registry.ts';

/** Serves every documented path and the documents about them. */
export function registerRest(app: FastifyInstance, deps: Dependencies, ready: ReadyAnswers): void {
  registerRoutes(
    app,
    deps,
    routeGroups.flatMap((group) => group.routes),
    ready,
  );
}
