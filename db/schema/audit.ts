import { type AuditChange, auditOutcomes } from '../../contract/audit.ts';
import { roles } from '../../contract/roles.ts';
import { choice, count, id, index, instant, json, table, text } from '../columns.ts';

/**
 * Audit entries: who did what, when and from where. Kept for a year. Users are not referenced, because an entry outlives
 * its user. Large columns come last.
 */
export const auditEntries = table(
  'audit_entries',
  {
    id: id(),
    at: instant().notNull(),
    /** Null: the request was not signed in. */
    userId: count(),
    userName: text().notNull(),
    role: choice(roles),
    ip: text().notNull(),
    requestId: text().notNull(),
    /** First part of the action. */
    section: text().notNull(),
    /** The procedure, such as `features.items.save`, or another action, such as `session.signIn`. */
    action: text().notNull(),
    /** The kind of the record, as the screens name it, and its id. */
    record: text(),
    recordId: text(),
    /** The record's own name at that time, such as the name of a contact; empty if unknown. */
    recordName: text().notNull().default(''),
    outcome: choice(auditOutcomes).notNull(),
    /** Names of the changed fields, as the list shows them. */
    fields: text().notNull().default(''),
    /** The lower-cased text that a search reads. */
    search: text().notNull().default(''),
    changes: json().$type<AuditChange[]>().notNull(),
  },
  (row) => [
    index('audit_entries_at').on(row.at, row.id),
    index('audit_entries_user').on(row.userName, row.at),
    index('audit_entries_section').on(row.section, row.at),
  ],
);
