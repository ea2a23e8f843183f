import { createHash, timingSafeEqual } from 'node:crypto';
import { and, asc, count, eq, isNotNull } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { healthMonitors } from '../../db/schema/health.ts';
import { statusGroups } from '../../db/schema/status-groups.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { invalid } from '../errors.ts';

export type StatusGroup = typeof statusGroups.$inferSelect;

/** All groups in their order on the page. */
export function allGroups(db: Database): PromiseLike<StatusGroup[]> {
  return db.select().from(statusGroups).orderBy(asc(statusGroups.displayOrder), asc(statusGroups.id));
}

/** Path of a group's page. */
export function groupPath({ slug, secret }: Pick<StatusGroup, 'slug' | 'secret'>): string {
  return secret === null ? `/status/${slug}` : `/status/${slug}/${secret}`;
}

/** The group of an address; undefined if there is none, or the secret is not the group's. An open group has no secret. */
export function groupAt(groups: readonly StatusGroup[], slug: string, secret: string | null): StatusGroup | undefined {
  const group = groups.find((known) => known.slug === slug);
  if (secret === null) return group?.secret === null ? group : undefined;
  // Compares for an unknown group too: it takes as long as for a known one.
  return isSame(secret, group?.secret ?? '') && group?.secret ? group : undefined;
}

/** Takes the same time for every text, so that nobody learns a secret letter by letter. */
function isSame(given: string, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(secret));
}

/** Groups with the number of their servers on their page. `isWriter` decides whether a secret link is shown. */
export async function listGroups(
  { db, config }: Pick<CoreDependencies, 'db' | 'config'>,
  isWriter: boolean,
): Promise<(Omit<StatusGroup, 'secret'> & { isSecret: boolean; url: string | null; servers: number })[]> {
  const { statusGroupId, isOnStatusPage } = healthMonitors;
  const [groups, counts] = await Promise.all([
    allGroups(db),
    db
      .select({ groupId: statusGroupId, servers: count() })
      .from(healthMonitors)
      .where(and(isNotNull(statusGroupId), eq(isOnStatusPage, true)))
      .groupBy(statusGroupId),
  ]);
  const servers = new Map(counts.map((row) => [row.groupId, row.servers]));
  return groups.map(({ secret, ...group }) => ({
    ...group,
    isSecret: secret !== null,
    url: secret !== null && !isWriter ? null : `${config.publicUrl}${groupPath({ ...group, secret })}`,
    servers: servers.get(group.id) ?? 0,
  }));
}

/** Throws an error at the field `statusGroupId` if there is no such group. */
export async function requireGroup(db: Database, id: number): Promise<void> {
  const [group] = await db.select({ id: statusGroups.id }).from(statusGroups).where(eq(statusGroups.id, id));
  if (!group) throw invalid({ statusGroupId: 'This group no longer exists. Choose another one' });
}

/** Ids of the groups behind a secret link. */
export async function secretGroupIds(db: Database): Promise<ReadonlySet<number | null>> {
  const groups = await db.select({ id: statusGroups.id }).from(statusGroups).where(isNotNull(statusGroups.secret));
  return new Set(groups.map(({ id }) => id));
}
