import type { z } from 'zod';
import type { bulkChange } from '../../contract/health-overview.ts';
import { isOneOf } from '../../db/query/json-rows.ts';
import { yieldToEventLoop } from '../../db/query/paging.ts';
import { clients } from '../../db/schema/clients.ts';
import type { RecordChange } from '../audit/entries.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { Refusal } from '../errors.ts';
import { setMaintenance, setPaused } from './settings.ts';

/** Names that the audit log shows. */
const maxNames = 20;

/**
 * Pauses, resumes or maintains several servers, one after the other. Returns the number of changed servers, and why others
 * were not changed; what has been changed stays changed.
 */
export async function changeServers(
  deps: CoreDependencies,
  { ids, action, hours }: z.output<typeof bulkChange>,
  recordChange: RecordChange,
): Promise<{ changed: number; failed: { id: number; reason: string }[] }> {
  const names = new Map(
    (
      await deps.db
        .select({ id: clients.id, name: clients.name })
        .from(clients)
        .where(isOneOf(clients.id, [...ids]))
    ).map(({ id, name }) => [id, name]),
  );
  const failed: { id: number; reason: string }[] = [];
  const changed: number[] = [];
  for (const id of new Set(ids)) {
    try {
      if (action === 'pause' || action === 'resume') await setPaused(deps, id, action === 'pause', () => {});
      else await setMaintenance(deps, { clientId: id, window: action === 'maintain' ? { hours } : null }, () => {});
      changed.push(id);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      failed.push({ id, reason: error.message });
    }
    await yieldToEventLoop();
  }
  const shown = changed.slice(0, maxNames).map((id) => names.get(id) ?? String(id));
  const more = changed.length - shown.length;
  recordChange({
    record: 'Monitored servers',
    after: {
      action,
      ...(action === 'maintain' && { hours }),
      servers: `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
      count: changed.length,
    },
  });
  return { changed: changed.length, failed };
}
