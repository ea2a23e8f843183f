import type { Database } from '../../db/database.ts';
import { isOneOf } from '../../db/query/json-rows.ts';
import { telephonyClients } from '../../db/schema/telephony.ts';
import type { ContentRow } from '../content/content-source.ts';
import type { RecordDefinition } from '../content/record.ts';
import { records } from '../content/records.ts';

/** Rows of a record as they can be stored now: a client whose SMS account was deleted since has none. */
export async function withoutLostReferences(
  db: Database,
  definition: RecordDefinition,
  rows: readonly ContentRow[],
): Promise<ContentRow[]> {
  if (definition !== records.clients.items) return [...rows];
  const named = new Set(rows.map(({ telephonyClientId }) => telephonyClientId).filter((id) => typeof id === 'number'));
  const found = await db
    .select({ id: telephonyClients.id })
    .from(telephonyClients)
    .where(isOneOf(telephonyClients.id, [...named]));
  const known = new Set<unknown>(found.map(({ id }) => id));
  return rows.map((row) => (known.has(row.telephonyClientId) ? row : { ...row, telephonyClientId: null }));
}
