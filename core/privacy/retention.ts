import { type RetentionKindName, retentionKindNames, retentionKinds } from '../../contract/privacy.ts';
import type { Database } from '../../db/database.ts';
import { retentionRules } from '../../db/schema/privacy.ts';

/** Days of each kind; null: for ever. */
type RetentionDays = ReadonlyMap<RetentionKindName, number | null>;

/** How long each kind is kept: what the owner has set, else the defaults. */
export async function readRetention(db: Database): Promise<RetentionDays> {
  const rows = await db.select().from(retentionRules);
  const set = new Map(rows.map(({ kind, days }) => [kind, days]));
  return new Map(
    retentionKindNames.map((kind) => {
      const days = set.get(kind);
      return [kind, days === undefined ? retentionKinds[kind].defaultDays : days];
    }),
  );
}

/** Stores how long a kind is kept. */
export async function saveRetention(
  db: Database,
  kind: RetentionKindName,
  days: number | null,
  changedAt: Date,
): Promise<void> {
  const values = { days, changedAt };
  await db
    .insert(retentionRules)
    .values({ kind, ...values })
    .onConflictDoUpdate({ target: retentionRules.kind, set: values });
}

/** The time before which records of a kind are over; null: they are kept for ever. */
export function endOf(days: number | null | undefined, now: Date): Date | null {
  return days == null ? null : new Date(Number(now) - days * 86_400_000);
}
