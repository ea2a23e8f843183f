import { and, eq, isNotNull, isNull, or, type SQL } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { given, type Preparable, prepared } from '../../db/query/prepared.ts';
import { clients } from '../../db/schema/clients.ts';
import { healthMonitors } from '../../db/schema/health.ts';
import { statusGroups } from '../../db/schema/status-groups.ts';

/** A page for visitors: /status, or the page of the group with this id. */
export type PublicPage = 'status' | number;

/** Matches servers that are on a page, whichever it is. */
export const isListed = and(eq(healthMonitors.isOnStatusPage, true), eq(clients.isActive, true));

/** Joins a monitor's group. */
export const ownGroup = eq(statusGroups.id, healthMonitors.statusGroupId);

/** Matches monitors whose group is behind a secret link; the query joins the group. */
export const isInSecretGroup = isNotNull(statusGroups.secret);

/** Matches servers on /status: without a group, or of one that is shown there. The query joins client and group. */
const isOnStatus = and(
  isListed,
  or(isNull(healthMonitors.statusGroupId), and(isNull(statusGroups.secret), eq(statusGroups.isShown, true))),
);

/** Matches the servers of a page. The query joins client and group. */
export function isOnPage(page: PublicPage): SQL | undefined {
  return page === 'status' ? isOnStatus : and(isListed, eq(healthMonitors.statusGroupId, page));
}

/** Declares a query for any page, which is built once for /status and once for groups (db/query/prepared.ts). */
export function preparedForPages<Rows>(build: (db: Database, isOnThePage: SQL | undefined) => Preparable<Rows>) {
  const ofGroup = and(isListed, eq(healthMonitors.statusGroupId, given('group', healthMonitors.statusGroupId)));
  const [readStatus, readGroup] = [prepared((db) => build(db, isOnStatus)), prepared((db) => build(db, ofGroup))];
  return (db: Database, page: PublicPage, values: Record<string, unknown>): PromiseLike<Rows> =>
    page === 'status' ? readStatus(db, values) : readGroup(db, { ...values, group: page });
}
