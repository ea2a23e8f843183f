import { type AuditChange, auditOutcomes } from '../../contract/audit.ts';
import { roles } from '../../contract/session.ts';
import { choice, count, id, index, instant, json, table, text } from '../columns.ts';

/**
 * Who did what, when and from where; kept a year. Users are not referenced: an entry outlives its user. What is large
 * stands last.
 */
export const auditEntries = table(
  'audit_entries',
  {
    id: id(),
    at: instant().notNull(),
    /** Null: nobody was signed in. */
    userId: count(),
    userName: text().notNull(),
    role: choice(roles),
    ip: text().notNull(),
    requestId: text().notNull(),
    /** First part of the action. */
    section: text().notNull(),
    /** The procedure, such as `features.items.save`, or what else was done, such as `session.signIn`. */
    action: text().notNull(),
    /** What kind of record it was, as people call it, and which one. */
    record: text(),
    recordId: text(),
    outcome: choice(auditOutcomes).notNull(),
    /** Names of the changed fields, as the list shows them. */
    fields: text().notNull().default(''),
    /** What a search by text looks through, in lower case. */
    search: text().notNull().default(''),
    changes: json().$type<AuditChange[]>().notNull(),
  },
  (row) => [
    index('audit_entries_at').on(row.at, row.id),
    index('audit_entries_user').on(row.userName, row.at),
    index('audit_entries_section').on(row.section, row.at),
  ],
);
