import { and, asc, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { AuditFilter, auditPage } from '../../contract/audit.ts';
import { pageSize } from '../../contract/paging.ts';
import type { Database } from '../../db/database.ts';
import { countUpToLimit, inBatches, olderThan } from '../../db/query/paging.ts';
import { auditEntries as entries } from '../../db/schema/audit.ts';
import { notFound } from '../errors.ts';
import { withNames, withNamesInValues } from './resolve-names.ts';

/** Columns of the list; old and new values are read one entry at a time. */
const listed = {
  id: entries.id,
  at: entries.at,
  userName: entries.userName,
  role: entries.role,
  ip: entries.ip,
  section: entries.section,
  action: entries.action,
  record: entries.record,
  recordId: entries.recordId,
  recordName: entries.recordName,
  outcome: entries.outcome,
  fields: entries.fields,
};

/** One page of the log, the newest first. */
export async function readAuditPage(db: Database, input: z.output<typeof auditPage>) {
  const where = conditionOf(input);
  const counted = await countUpToLimit(db, entries, where);
  const rows = await db
    .select(listed)
    .from(entries)
    .where(where)
    .orderBy(desc(entries.at), desc(entries.id))
    .limit(pageSize)
    .offset((input.page - 1) * pageSize);
  return { rows: await withNames(db, rows), ...counted };
}

/** One entry with old and new values. Throws 404 if it does not exist. */
export async function readAuditEntry(db: Database, id: number) {
  const [entry] = await db
    .select({ ...listed, requestId: entries.requestId, changes: entries.changes })
    .from(entries)
    .where(eq(entries.id, id));
  if (!entry) throw notFound('This entry');
  const [named = entry] = await withNames(db, [entry]);
  return { ...named, changes: await withNamesInValues(db, entry.changes) };
}

/** Users and sections with entries, as filter options. */
export async function auditChoices(db: Database) {
  const { userName, section } = entries;
  const users = await db.selectDistinct({ userName }).from(entries).orderBy(asc(userName));
  const sections = await db.selectDistinct({ section }).from(entries).orderBy(asc(section));
  return {
    users: users.map((row) => row.userName).filter((name) => name !== ''),
    sections: sections.map((row) => row.section),
  };
}

/** All matching entries with their values and the names of their records, the newest first. */
export function everyAuditEntry(db: Database, filter: AuditFilter) {
  const where = conditionOf(filter);
  return inBatches(
    async (after, size) => {
      const rows = await db
        .select()
        .from(entries)
        .where(and(where, after && olderThan(entries.at, entries.id, after)))
        .orderBy(desc(entries.at), desc(entries.id))
        .limit(size);
      return withNames(db, rows);
    },
    ({ at, id }) => ({ at, id }),
  );
}

function conditionOf({ userName, section, text, from, until }: AuditFilter): SQL | undefined {
  return and(
    userName === '' ? undefined : eq(entries.userName, userName),
    section === '' ? undefined : eq(entries.section, section),
    from == null ? undefined : gte(entries.at, new Date(from)),
    until == null ? undefined : lt(entries.at, new Date(until)),
    text === '' ? undefined : sql`${entries.search} like ${`%${escapeLike(text.toLowerCase())}%`} escape '!'`,
  );
}

/** Escapes the wildcards of `like`. */
function escapeLike(text: string): string {
  return text.replace(/[!%_]/g, '!$&');
}
