import { asc, eq, inArray } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { isOneOf } from '../../db/query/json-rows.ts';
import { monitorParents } from '../../db/schema/alarms.ts';
import { clients } from '../../db/schema/clients.ts';
import { healthMonitors } from '../../db/schema/health.ts';
import type { RecordChange } from '../audit/entries.ts';
import { invalid, notFound } from '../errors.ts';

/** Servers between a server and the last one that it needs. */
const maxDepth = 20;
/** The alarms of a server are held back this long after a server that it needs is back: it may need a moment too. */
const afterParentMs = 120_000;
/** How often a held alarm looks at the servers that are needed. */
const lookEveryMs = 30_000;

/** A server that another one needs. */
export interface Parent {
  id: number;
  name: string;
  status: (typeof healthMonitors.$inferSelect)['status'];
  statusSince: Date;
}

/** The servers that a server needs itself, by name. */
export function parentsOf(db: Database, clientId: number): PromiseLike<Parent[]> {
  return db
    .select(parentColumns)
    .from(monitorParents)
    .innerJoin(healthMonitors, eq(healthMonitors.clientId, monitorParents.parentId))
    .innerJoin(clients, eq(clients.id, monitorParents.parentId))
    .where(eq(monitorParents.clientId, clientId))
    .orderBy(asc(clients.name), asc(clients.id));
}

const parentColumns = {
  id: clients.id,
  name: clients.name,
  status: healthMonitors.status,
  statusSince: healthMonitors.statusSince,
};

/** All servers that servers need, directly or through others, by server; servers that need none are left out. */
export async function ancestorsOf(db: Database, clientIds: readonly number[]): Promise<ReadonlyMap<number, Parent[]>> {
  const needs = new Map<number, number[]>();
  const known = new Map<number, Parent>();
  let level = [...new Set(clientIds)];
  for (let depth = 0; depth < maxDepth && level.length > 0; depth += 1) {
    const rows = await db
      .select({ clientId: monitorParents.clientId, parent: parentColumns })
      .from(monitorParents)
      .innerJoin(healthMonitors, eq(healthMonitors.clientId, monitorParents.parentId))
      .innerJoin(clients, eq(clients.id, monitorParents.parentId))
      .where(isOneOf(monitorParents.clientId, level));
    for (const { clientId, parent } of rows) {
      needs.set(clientId, [...(needs.get(clientId) ?? []), parent.id]);
      known.set(parent.id, parent);
    }
    level = [...new Set(rows.map(({ parent }) => parent.id))].filter((id) => !needs.has(id));
  }
  const ancestors = new Map<number, Parent[]>();
  for (const clientId of clientIds) {
    const found = new Set<number>();
    for (const open = [...(needs.get(clientId) ?? [])]; open.length > 0; ) {
      const id = open.pop() ?? 0;
      if (!found.has(id)) open.push(...(needs.get(id) ?? []));
      found.add(id);
    }
    if (found.size > 0)
      ancestors.set(
        clientId,
        [...found].flatMap((id) => known.get(id) ?? []),
      );
  }
  return ancestors;
}

/** Until when the alarms of a server are held back by the servers that it needs; null: not at all. */
export function heldByParents(ancestors: readonly Parent[] | undefined, now: Date): Date | null {
  if (!ancestors) return null;
  if (ancestors.some(({ status }) => status === 'offline')) return new Date(Number(now) + lookEveryMs);
  const ends = ancestors
    .filter(({ status }) => status === 'online')
    .map(({ statusSince }) => Number(statusSince) + afterParentMs);
  const last = Math.max(0, ...ends);
  return last > Number(now) ? new Date(last) : null;
}

/** Sets the servers that a server needs, all of them. Throws 404, and a message at `parents` for a circle. */
export async function setParents(
  db: Database,
  { clientId, parentIds }: { clientId: number; parentIds: readonly number[] },
  recordChange: RecordChange,
): Promise<void> {
  const ids = [...new Set(parentIds)];
  const [server] = await db.select({ name: clients.name }).from(clients).where(eq(clients.id, clientId));
  if (!server) throw notFound('This server');
  const found = ids.length === 0 ? [] : await monitored(db, ids);
  if (found.length < ids.length) throw invalid({ parents: 'One of these servers does not exist or is not monitored' });
  if (ids.includes(clientId)) throw invalid({ parents: `${server.name} cannot need itself` });
  const above = await ancestorsOf(db, ids);
  const circle = found.find(({ id }) => above.get(id)?.some((ancestor) => ancestor.id === clientId));
  if (circle) throw invalid({ parents: `${circle.name} needs ${server.name}: two servers cannot need each other` });
  const before = await parentsOf(db, clientId);
  await atomically(
    db,
    (tx) => [
      tx.delete(monitorParents).where(eq(monitorParents.clientId, clientId)),
      ...(ids.length === 0 ? [] : [tx.insert(monitorParents).values(ids.map((parentId) => ({ clientId, parentId })))]),
    ],
    'server dependencies',
  );
  const names = (servers: readonly { name: string }[]) => servers.map(({ name }) => name).join(', ');
  recordChange({
    record: 'Dependencies of a server',
    id: clientId,
    before: { name: server.name, needs: names(before) },
    after: { name: server.name, needs: names(found) },
  });
}

function monitored(db: Database, ids: readonly number[]) {
  return db
    .select({ id: clients.id, name: clients.name })
    .from(clients)
    .innerJoin(healthMonitors, eq(healthMonitors.clientId, clients.id))
    .where(inArray(clients.id, [...ids]))
    .orderBy(asc(clients.name));
}

/** Ids of the servers with these names. Throws a message at `parents` that names those without a server, or with several. */
export async function serverIdsByName(db: Database, names: readonly string[]): Promise<number[]> {
  const rows =
    names.length === 0
      ? []
      : await db
          .select({ id: clients.id, name: clients.name })
          .from(clients)
          .innerJoin(healthMonitors, eq(healthMonitors.clientId, clients.id))
          .where(inArray(clients.name, [...names]));
  return names.map((name) => {
    const [first, second] = rows.filter((row) => row.name === name);
    if (!first) throw invalid({ parents: `There is no server ${name}` });
    if (second) throw invalid({ parents: `Several servers are called ${name}` });
    return first.id;
  });
}
