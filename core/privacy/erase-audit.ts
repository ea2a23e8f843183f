import { and, eq, inArray, or } from 'drizzle-orm';
import type { AuditChange } from '../../contract/audit.ts';
import type { Database } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { auditEntries } from '../../db/schema/audit.ts';
import { isMentioned, mayMention } from './matches.ts';
import type { Identified } from './person.ts';
import { slicesOf, wholeTable } from './slices.ts';

/**
 * Removes the person's addresses and numbers from the recorded values and names of audit entries, a slice in a transaction; author,
 * action, time and network address stay. `contacts`: ids of SMS contacts whose recorded names go too. Returns the number of entries.
 */
export async function eraseFromAudit(db: Database, person: Identified, contacts: readonly number[]): Promise<number> {
  const { id, changes, search, record, recordId, recordName } = auditEntries;
  const isOfContact = and(eq(record, contactRecord), inArray(recordId, contacts.map(String)));
  let erased = 0;
  for await (const slice of slicesOf(db, auditEntries, id, wholeTable())) {
    const rows = await db
      .select({ id, changes, search, record, recordId, recordName })
      .from(auditEntries)
      .where(and(slice, or(mayMention(search, person), isOfContact)));
    const statements = rows.flatMap((row) => {
      const hasContact = row.record === contactRecord && contacts.includes(Number(row.recordId));
      const kept = row.changes.map((change) => (hasContact || isIn(person, change) ? { field: change.field } : change));
      const hasName = row.recordName !== '' && (hasContact || isMentioned(person, row.recordName));
      const isKept = kept.every((change, place) => change === row.changes[place] || isBare(row.changes[place]));
      if (isKept && !hasName) return [];
      const without = withoutValues(row.search, row.changes, kept);
      return [
        {
          id: row.id,
          changes: kept,
          recordName: hasName ? '' : row.recordName,
          search: hasName ? withoutLine(without, row.recordName.toLowerCase()) : without,
        },
      ];
    });
    if (statements.length > 0)
      await atomically(db, (tx) =>
        statements.map(({ id: rowId, ...values }) => tx.update(auditEntries).set(values).where(eq(id, rowId))),
      );
    erased += statements.length;
  }
  return erased;
}

/** The record of SMS contacts in the audit log. */
const contactRecord = 'SMS contact';

const isBare = (change: AuditChange | undefined) => change?.from === undefined && change?.to === undefined;

function isIn(person: Identified, { from = '', to = '' }: AuditChange): boolean {
  return isMentioned(person, from) || isMentioned(person, to);
}

/** The text of the search without the values that were removed. */
function withoutValues(search: string, before: readonly AuditChange[], kept: readonly AuditChange[]): string {
  const removed = new Set(
    before.flatMap((change, place) =>
      isBare(kept[place]) ? [change.from, change.to].flatMap((value) => value?.toLowerCase().split('\n') ?? []) : [],
    ),
  );
  return search
    .split('\n')
    .filter((line) => !removed.has(line))
    .join('\n');
}

function withoutLine(search: string, removed: string): string {
  return search
    .split('\n')
    .filter((line) => line !== removed)
    .join('\n');
}
