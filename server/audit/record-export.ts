import type { FastifyRequest } from 'fastify';
import type { Session } from '../../core/accounts/sessions.ts';
import type { Fields } from '../../core/audit/changes.ts';
import { actorOf, writeEntry } from '../../core/audit/entries.ts';
import type { Dependencies } from '../dependencies.ts';

/** Puts an export of data on record, with what was asked for; call it before anything is sent. HEAD takes nothing away. */
export async function recordExport(
  deps: Dependencies,
  session: Session,
  request: FastifyRequest,
  action: string,
  asked: Fields,
): Promise<void> {
  if (request.method === 'HEAD') return;
  const actor = actorOf(session, { ip: request.ip, requestId: request.id });
  await writeEntry(deps, actor, action, { record: 'Export', after: asked });
}
