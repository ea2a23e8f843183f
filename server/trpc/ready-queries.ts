import type { FastifyInstance } from 'fastify';
import { records } from '../../core/content/records.ts';
import { currentRevision } from '../../db/query/content-revision.ts';
import type { Dependencies } from '../dependencies.ts';
import type { ReadyAnswers } from '../http/ready-answers.ts';

/** Has the queries of published records answered from memory: without a session they are the same for everyone. */
export function registerReadyQueries(
  scope: FastifyInstance,
  { db }: Pick<Dependencies, 'db'>,
  ready: ReadyAnswers,
): void {
  for (const [section, declared] of Object.entries(records)) {
    for (const record of Object.keys(declared)) {
      const url = `/trpc/${section}.${record}.published`;
      ready.declare(url);
      // The URL of tRPC's batch link.
      ready.declare(`${url}?batch=1&input=%7B%7D`);
    }
  }
  scope.addHook('preHandler', async (request) => {
    if (!ready.isForEveryone(request.raw)) return;
    try {
      request.readyRevision = await currentRevision(db);
    } catch {
      // The query meets the same error and reports it.
    }
  });
}
