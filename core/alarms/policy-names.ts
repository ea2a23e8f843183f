import type { AnyColumn } from 'drizzle-orm';
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { PolicyRecipient, PolicyScope } from '../../contract/alarm-policies.ts';
import type { Database } from '../../db/database.ts';
import { isOneOf } from '../../db/query/json-rows.ts';
import { alarmRotas } from '../../db/schema/alarm-rotas.ts';
import { alarmChannels } from '../../db/schema/alarms.ts';
import { clients } from '../../db/schema/clients.ts';
import { healthMonitors } from '../../db/schema/health.ts';
import { statusGroups } from '../../db/schema/status-groups.ts';
import { telephonyClients, telephonyContacts } from '../../db/schema/telephony.ts';

/** Choices of a kind that are listed. */
const maxChoices = 2000;

/** Names of recipients that exist, by keys such as `contact 7`. */
export async function namesOfRecipients(
  db: Database,
  recipients: readonly PolicyRecipient[],
): Promise<ReadonlyMap<string, string>> {
  const idsOf = (kind: PolicyRecipient['kind']) =>
    recipients.flatMap((one) => ('id' in one && one.kind === kind ? [one.id] : []));
  const isWanted = (column: AnyColumn, kind: PolicyRecipient['kind']) => isOneOf(column, [...new Set(idsOf(kind))]);
  const [contacts, channels, rotas] = await Promise.all([
    db
      .select({ id: telephonyContacts.id, name: telephonyContacts.friendlyName })
      .from(telephonyContacts)
      .where(isWanted(telephonyContacts.id, 'contact')),
    db
      .select({ id: alarmChannels.id, name: alarmChannels.name })
      .from(alarmChannels)
      .where(and(isWanted(alarmChannels.id, 'channel'), isNull(alarmChannels.contactId))),
    db.select({ id: alarmRotas.id, name: alarmRotas.name }).from(alarmRotas).where(isWanted(alarmRotas.id, 'rota')),
  ]);
  return new Map([...keyed('contact', contacts), ...keyed('channel', channels), ...keyed('rota', rotas)]);
}

/** Names of what policies apply to, by keys such as `server 7`. */
export async function namesOfScopes(
  db: Database,
  scopes: readonly PolicyScope[],
): Promise<ReadonlyMap<string, string>> {
  const idsOf = (kind: PolicyScope['kind']) => scopes.flatMap((scope) => (scope.kind === kind ? [scope.targetId] : []));
  const [servers, groups, accounts] = await Promise.all([
    db
      .select({ id: clients.id, name: clients.name })
      .from(clients)
      .innerJoin(healthMonitors, eq(healthMonitors.clientId, clients.id))
      .where(isOneOf(clients.id, idsOf('server'))),
    db
      .select({ id: statusGroups.id, name: statusGroups.name })
      .from(statusGroups)
      .where(isOneOf(statusGroups.id, idsOf('group'))),
    db
      .select({ id: telephonyClients.id, name: telephonyClients.projectName })
      .from(telephonyClients)
      .where(isOneOf(telephonyClients.id, idsOf('account'))),
  ]);
  return new Map([
    ...keyed('server', servers),
    ...keyed('group', groups),
    ...keyed('account', accounts),
    ['all 0', 'All servers'],
  ]);
}

function keyed(kind: string, rows: readonly { id: number; name: string }[]): [string, string][] {
  return rows.map(({ id, name }) => [`${kind} ${id}`, name]);
}

/** Everything that a policy can name, by name. */
export async function policyChoices(db: Database) {
  const [contacts, channels, rotas, servers, groups, accounts] = await Promise.all([
    db
      .select({
        id: telephonyContacts.id,
        name: telephonyContacts.friendlyName,
        account: telephonyClients.projectName,
      })
      .from(telephonyContacts)
      .innerJoin(telephonyClients, eq(telephonyClients.id, telephonyContacts.parentId))
      .where(eq(telephonyContacts.isActive, true))
      .orderBy(asc(telephonyContacts.friendlyName), asc(telephonyContacts.id))
      .limit(maxChoices),
    db
      .select({ id: alarmChannels.id, name: alarmChannels.name })
      .from(alarmChannels)
      .where(isNull(alarmChannels.contactId))
      .orderBy(asc(alarmChannels.name), asc(alarmChannels.id)),
    db.select({ id: alarmRotas.id, name: alarmRotas.name }).from(alarmRotas).orderBy(asc(alarmRotas.name)),
    db
      .select({ id: clients.id, name: clients.name })
      .from(clients)
      .innerJoin(healthMonitors, eq(healthMonitors.clientId, clients.id))
      .orderBy(asc(clients.name), asc(clients.id))
      .limit(maxChoices),
    db.select({ id: statusGroups.id, name: statusGroups.name }).from(statusGroups).orderBy(asc(statusGroups.name)),
    db
      .select({ id: telephonyClients.id, name: telephonyClients.projectName })
      .from(telephonyClients)
      .orderBy(asc(telephonyClients.projectName), asc(telephonyClients.id))
      .limit(maxChoices),
  ]);
  return { contacts, channels, rotas, servers, groups, accounts };
}
