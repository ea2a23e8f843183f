import { asc, eq, inArray } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { alarmChannels, monitorChannels } from '../../db/schema/alarms.ts';
import { clients } from '../../db/schema/clients.ts';
import type { RecordChange } from '../audit/entries.ts';
import { invalid, notFound } from '../errors.ts';

/** Ids of the channels that a server notifies beside its contacts. */
export async function channelIdsOf(db: Database, clientId: number): Promise<number[]> {
  const rows = await db
    .select({ id: monitorChannels.channelId })
    .from(monitorChannels)
    .where(eq(monitorChannels.clientId, clientId))
    .orderBy(asc(monitorChannels.channelId));
  return rows.map(({ id }) => id);
}

/** Throws a message at `channels` that names the ids without a channel. */
export async function requireChannels(db: Database, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await db
    .select({ id: alarmChannels.id })
    .from(alarmChannels)
    .where(inArray(alarmChannels.id, [...ids]));
  const known = new Set(rows.map(({ id }) => id));
  const missing = ids.filter((id) => !known.has(id));
  if (missing.length > 0) throw invalid({ channels: `There is no channel ${missing.join(', ')}` });
}

/** Sets the channels of a server, all of them. Throws 404 for the server and a message for unknown channels. */
export async function setServerChannels(
  db: Database,
  { clientId, channelIds }: { clientId: number; channelIds: readonly number[] },
  recordChange: RecordChange,
): Promise<void> {
  const ids = [...new Set(channelIds)];
  const [server] = await db.select({ name: clients.name }).from(clients).where(eq(clients.id, clientId));
  if (!server) throw notFound('This server');
  await requireChannels(db, ids);
  const before = await channelIdsOf(db, clientId);
  await atomically(db, (tx) => [
    tx.delete(monitorChannels).where(eq(monitorChannels.clientId, clientId)),
    ...(ids.length === 0
      ? []
      : [
          tx
            .insert(monitorChannels)
            .values(ids.map((channelId) => ({ clientId, channelId })))
            .onConflictDoNothing(),
        ]),
  ]);
  recordChange({
    record: 'Channels of a server',
    id: clientId,
    before: { name: server.name, channels: before.join(', ') },
    after: { name: server.name, channels: ids.join(', ') },
  });
}
