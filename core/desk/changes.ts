import { and, desc, eq, gt, ne } from 'drizzle-orm';
import { rowTitle } from '../../contract/row-title.ts';
import type { Database } from '../../db/database.ts';
import { countUpToLimit } from '../../db/query/paging.ts';
import { auditEntries } from '../../db/schema/audit.ts';
import { clients } from '../../db/schema/clients.ts';
import { healthFlips } from '../../db/schema/health.ts';
import { contentHistory } from '../../db/schema/history.ts';
import { may } from '../accounts/permissions.ts';
import type { Session } from '../accounts/sessions.ts';
import { withNames } from '../audit/resolve-names.ts';
import { recordAt } from '../history/entries.ts';

/** Changes of a kind that are listed; the others are a number. */
const maxListed = 5;

/** What has changed since a time: the page, states of servers, and users. A part that the caller may not read is null. */
export async function readChanges(db: Database, session: Session, since: Date) {
  const [page, servers, people] = await Promise.all([
    may(session, 'content:read') ? pageChanges(db, since) : null,
    may(session, 'health:read') ? statusChanges(db, since) : null,
    may(session, 'users') ? userChanges(db, since) : null,
  ]);
  return { page, servers, people };
}

async function pageChanges(db: Database, since: Date) {
  // The first known versions are no changes.
  const where = and(gt(contentHistory.at, since), ne(contentHistory.cause, 'start'));
  const rows = await db
    .select()
    .from(contentHistory)
    .where(where)
    .orderBy(desc(contentHistory.at), desc(contentHistory.id))
    .limit(maxListed);
  return {
    ...(await countUpToLimit(db, contentHistory, where)),
    rows: rows.map(({ id, at, userName, action, record, values }) => ({
      id,
      at,
      userName,
      action,
      record: recordAt(record)?.name ?? record,
      title: rowTitle(values),
    })),
  };
}

async function statusChanges(db: Database, since: Date) {
  const where = gt(healthFlips.at, since);
  const rows = await db
    .select({
      id: healthFlips.clientId,
      at: healthFlips.at,
      status: healthFlips.status,
      previous: healthFlips.previous,
      name: clients.name,
    })
    .from(healthFlips)
    .innerJoin(clients, eq(clients.id, healthFlips.clientId))
    .where(where)
    .orderBy(desc(healthFlips.at))
    .limit(maxListed);
  return { ...(await countUpToLimit(db, healthFlips, where)), rows };
}

/** Changes of users by Owners: invitations, roles, deactivations and deletions. */
async function userChanges(db: Database, since: Date) {
  const where = and(eq(auditEntries.section, 'users'), gt(auditEntries.at, since));
  const { id, at, userName, action, record, recordId, recordName } = auditEntries;
  const rows = await db
    .select({ id, at, userName, action, record, recordId, recordName })
    .from(auditEntries)
    .where(where)
    .orderBy(desc(at), desc(id))
    .limit(maxListed);
  return { ...(await countUpToLimit(db, auditEntries, where)), rows: await withNames(db, rows) };
}
