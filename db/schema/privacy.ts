import { count, instant, table, text } from '../columns.ts';

/** How long each kind of personal data is kept, where it differs from the default (core/privacy/retention.ts). */
export const retentionRules = table('retention_rules', {
  kind: text().primaryKey(),
  /** Days; null: for ever. */
  days: count(),
  changedAt: instant().notNull(),
});
