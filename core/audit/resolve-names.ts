import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';

import { rowTitle } from '../../contract/row-title.ts';
import type { Database } from '../../db/database.ts';
import { isOneOf } from '../../db/query/json-rows.ts';
import { apiTokens } from '../../db/schema/api-tokens.ts';
import { boardCategories, boards } from '../../db/schema/boards.ts';
import { clients } from '../../db/schema/clients.ts';
import { passkeys } from '../../db/schema/credentials.ts';
import { releases } from '../../db/schema/releases.ts';
import { statusGroups } from '../../db/schema/status-groups.ts';
import { telephonyClients, telephonyContacts } from '../../db/schema/telephony.ts';
import { users } from '../../db/schema/users.ts';
import { pathOf } from '../content/history-entries.ts';
import { allRecords } from '../content/records.ts';

/** What names an entry's record: its kind, its id, and the name that is stored with the entry. */
interface Named {
  action: string;
  record: string | null;
  recordId: string | null;
  recordName: string;
}

/** Where the rows of a kind of record are, and the column with their name; null: content, named as in the history. */
interface Kind {
  table: SQLiteTable & { id: AnySQLiteColumn };
  name: AnySQLiteColumn | null;
}

/** Records outside the page's content, by their name in the log. */
const ownKinds: Readonly<Record<string, Kind>> = {
  'SMS contact': { table: telephonyContacts, name: telephonyContacts.friendlyName },
  'SMS account': { table: telephonyClients, name: telephonyClients.projectName },
  'Monitored server': { table: clients, name: clients.name },
  User: { table: users, name: users.userName },
  'Trello board': { table: boards, name: boards.name },
  'Trello category': { table: boardCategories, name: boardCategories.name },
  Release: { table: releases, name: releases.name },
  'API token': { table: apiTokens, name: apiTokens.name },
  Passkey: { table: passkeys, name: passkeys.name },
  'Status group': { table: statusGroups, name: statusGroups.name },
};

/** Records of actions that record no change themselves, by the beginning of the action. */
const recordOfAction: readonly (readonly [prefix: string, record: string])[] = [
  ['telephony.contacts.', 'SMS contact'],
  ['telephony.clients.', 'SMS account'],
  ['health.', 'Monitored server'],
  ['users.', 'User'],
  ['releases.', 'Release'],
];

const content = new Map(allRecords.map((definition) => [pathOf(definition), definition]));

/** The record's name in the log; null if the entry says neither the record nor an action that has one. */
function recordOf({ action, record, recordId }: Named): string | null {
  if (record !== null || recordId === null) return record;
  return recordOfAction.find(([prefix]) => action.startsWith(prefix))?.[1] ?? null;
}

/** Content by the path in the action, because records of two sections may have one name. */
function kindOf(entry: Named, record: string): Kind | undefined {
  const definition = content.get(entry.action.split('.').slice(0, 2).join('.'));
  // A row of a release may not be in the table, or another row has its id.
  if (definition && definition.name === record) return { table: definition.table, name: null };
  return ownKinds[record];
}

/**
 * Entries with the names of their records: the name that was stored with the entry, else the name that the row has now. An
 * empty name: the row does not exist any more, or its kind has no names.
 */
export async function withNames<Entry extends Named>(db: Database, entries: readonly Entry[]): Promise<Entry[]> {
  const wanted = new Map<SQLiteTable, { kind: Kind; ids: Set<number> }>();
  const described = entries.map((entry) => {
    const record = recordOf(entry);
    const id = Number(entry.recordId);
    const isUnnamed = record !== null && entry.recordName === '' && Number.isInteger(id) && id > 0;
    const kind = isUnnamed ? kindOf(entry, record) : undefined;
    if (!kind) return { entry, record, id, kind };
    const { ids } = wanted.get(kind.table) ?? { ids: new Set() };
    wanted.set(kind.table, { kind, ids: ids.add(id) });
    return { entry, record, id, kind };
  });
  const found = new Map<SQLiteTable, Map<number, string>>();
  for (const [table, { kind, ids }] of wanted) found.set(table, await readNames(db, kind, [...ids]));
  return described.map(({ entry, record, id, kind }) => ({
    ...entry,
    record,
    recordName: entry.recordName || (kind && found.get(kind.table)?.get(id)) || '',
  }));
}

async function readNames(db: Database, { table, name }: Kind, ids: readonly number[]): Promise<Map<number, string>> {
  if (name !== null) {
    const rows = await db.select({ id: table.id, name }).from(table).where(isOneOf(table.id, ids));
    return new Map(rows.map((row) => [Number(row.id), String(row.name)]));
  }
  const rows = await db.select().from(table).where(isOneOf(table.id, ids));
  return new Map(rows.map((row) => [Number(row.id), rowTitle(row)]));
}

/** Fields whose values are ids, with the record they name. */
const referencing: Readonly<Record<string, string>> = {
  telephonyClientId: 'SMS account',
  smsAccount: 'SMS account',
  contactId: 'SMS contact',
  clientId: 'Monitored server',
  statusGroupId: 'Status group',
};

/** The names of the ids in the values of an entry's changes, such as `Harbour (7)` for an SMS account. */
export async function withNamesInValues<Change extends { field: string; from?: string; to?: string }>(
  db: Database,
  changes: readonly Change[],
): Promise<Change[]> {
  const named: Change[] = [];
  for (const change of changes) {
    const kind = ownKinds[referencing[change.field] ?? ''];
    const ids = [change.from, change.to].map(Number).filter((id) => Number.isInteger(id) && id > 0);
    if (!kind || ids.length === 0) {
      named.push(change);
      continue;
    }
    const names = await readNames(db, kind, ids);
    const shown = (value: string | undefined) => {
      const name = names.get(Number(value));
      return name === undefined ? value : `${name} (${value})`;
    };
    const [from, to] = [shown(change.from), shown(change.to)];
    named.push({ ...change, ...(from !== undefined && { from }), ...(to !== undefined && { to }) });
  }
  return named;
}
