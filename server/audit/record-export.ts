import type { FastifyRequest } from 'fastify';
import type { Session } from '../../core/accounts/sessions.ts';
import type { Fields } from '../../core/audit/changes.ts';
import { actorOf, writeEntry } from '../../core/audit/entries.ts';
import type { Dependencies } from '../dependencies.ts';
import { addressOf } from '../http/address.ts';

/** Records an export of data and its filters; call it before sending anything. HEAD sends no data and is not recorded. */
export async function recordExport(
  deps: Dependencies,
  session: Session,
  request: FastifyRequest,
  action: string,
  filters: Fields,
): Promise<void> {
  if (request.method === 'HEAD') return;
  const actor = actorOf(session, { ip: addressOf(request), requestId: request.id });
  await writeEntry(deps, actor, action, { record: 'Export', after: filters });
}
