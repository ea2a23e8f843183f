import { and, asc, eq, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { type channelFields, channelSecrets, channelTargets } from '../../contract/alarms.ts';
import type { Database, Statement, Transaction } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { alarmChannels } from '../../db/schema/alarms.ts';
import { telephonyContacts } from '../../db/schema/telephony.ts';
import type { RecordChange } from '../audit/entries.ts';
import type { ChannelAddress } from '../channels/notification.ts';
import { shownTarget } from '../channels/shown-target.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { conflict, invalid, notFound } from '../errors.ts';
import { openAddress, sealAddress } from './channel-address.ts';

type Deps = Pick<CoreDependencies, 'db' | 'config' | 'now'>;
type Fields = z.output<typeof channelFields>;
export type Channel = typeof alarmChannels.$inferSelect;

const record = 'Alarm channel';
const noun = 'This channel';
/** Channels of one person, and of their own. */
const maxChannels = { ofContact: 10, own: 200 };

/** The channels that a caller may see; `scope` is the account that the caller is restricted to. */
function inScope(scope: number | null, where?: SQL): SQL | undefined {
  return and(scope === null ? undefined : eq(alarmChannels.telephonyClientId, scope), where);
}

/** Channels without their secrets: those of one contact in their order, of all contacts, or (null) those of their own. */
export async function listChannels(db: Database, contactId: number | null | undefined, scope: number | null) {
  const ofContact = contactId === null ? isNull(alarmChannels.contactId) : undefined;
  const rows = await db
    .select()
    .from(alarmChannels)
    .where(inScope(scope, contactId ? eq(alarmChannels.contactId, contactId) : ofContact))
    .orderBy(asc(alarmChannels.contactId), asc(alarmChannels.position), asc(alarmChannels.id));
  return rows.map(({ sealed: _sealed, wrongCodes: _wrong, testCodeHash, ...channel }) => ({
    ...channel,
    isTested: testCodeHash !== null,
  }));
}

/** One channel with its encrypted address. Throws 404 if the scope may not see it. */
export async function findChannel(db: Database, id: number, scope: number | null): Promise<Channel> {
  const [channel] = await db
    .select()
    .from(alarmChannels)
    .where(inScope(scope, eq(alarmChannels.id, id)));
  if (!channel) throw notFound(noun);
  return channel;
}

/**
 * Creates or changes a channel; returns its id. A changed address has to prove itself again. Throws the messages of failing fields,
 * and 404 for a channel or contact outside the scope.
 */
export async function saveChannel(
  deps: Deps,
  fields: Fields,
  scope: number | null,
  recordChange: RecordChange,
): Promise<number> {
  const { db, config } = deps;
  const { id, kind, name, isActive } = fields;
  const stored = id === undefined ? null : await findChannel(db, id, scope);
  if (stored && stored.kind !== kind)
    throw invalid({ kind: 'The kind of a channel cannot change: add another channel' });
  const contactId = stored ? stored.contactId : fields.contactId;
  const contact = contactId === null ? null : await requireContact(db, contactId, scope);
  if (contact === null && scope !== null) throw notFound('This contact');
  const known = stored === null ? null : openAddress(config, stored.sealed);
  const address = addressOf(fields, known, contact?.number ?? null);
  const isMoved = known === null || address.target !== known.target || address.secret !== known.secret;
  const columns = {
    name,
    isActive,
    target: shownTarget(kind, address.target),
    ...(isMoved && { sealed: sealAddress(config, address), ...unproven }),
  };
  const audited = { name, kind, target: columns.target, isActive };
  if (stored) {
    await db
      .update(alarmChannels)
      .set({ ...columns, version: sql`${alarmChannels.version} + 1` })
      .where(eq(alarmChannels.id, stored.id));
    const { name: oldName, target, isActive: wasActive } = stored;
    recordChange({
      record,
      id: stored.id,
      before: { name: oldName, kind, target, isActive: wasActive },
      after: audited,
    });
    return stored.id;
  }
  const added = await add(deps, {
    ...columns,
    kind,
    contactId,
    telephonyClientId: contact?.accountId ?? null,
    sealed: sealAddress(config, address),
  });
  recordChange({ record, id: added, after: audited });
  return added;
}

const unproven = { provenAt: null, testedAt: null, testCodeHash: null, wrongCodes: 0, problem: null, problemAt: null };

async function add({ db, now }: Deps, row: Omit<typeof alarmChannels.$inferInsert, 'createdAt'>): Promise<number> {
  const { contactId } = row;
  const siblings = contactId ? eq(alarmChannels.contactId, contactId) : isNull(alarmChannels.contactId);
  const limit = contactId ? maxChannels.ofContact : maxChannels.own;
  if ((await db.$count(alarmChannels, siblings)) >= limit)
    throw conflict(`There are ${limit} channels, which is the limit.`);
  const isSecondSms =
    row.kind === 'sms' && (await db.$count(alarmChannels, and(siblings, eq(alarmChannels.kind, 'sms')))) > 0;
  if (contactId && isSecondSms) throw invalid({ kind: 'This contact has its SMS in the list already' });
  const last = sql<number>`(select coalesce(max(${alarmChannels.position}), 0) + 1 from ${alarmChannels} where ${siblings})`;
  const [added] = await db
    .insert(alarmChannels)
    .values({ ...row, position: last, createdAt: now() })
    .returning({ id: alarmChannels.id });
  if (!added) throw new Error('the channel was not stored');
  return added.id;
}

/** The address of the fields; what is left out keeps its value. An SMS goes to the contact's number. */
function addressOf(
  { kind, target, secret }: Fields,
  known: ChannelAddress | null,
  number: string | null,
): ChannelAddress {
  const chosen = kind === 'sms' && number !== null ? number : (target ?? known?.target ?? '');
  const parsed = channelTargets[kind].safeParse(chosen);
  const rule = channelSecrets[kind];
  const wanted = secret ?? known?.secret ?? '';
  const parsedSecret = rule?.safeParse(wanted);
  const problems = {
    ...(parsed.success ? {} : { target: parsed.error.issues[0]?.message ?? 'The address is not valid' }),
    ...(parsedSecret?.error ? { secret: parsedSecret.error.issues[0]?.message ?? 'The secret is not valid' } : {}),
  };
  if (Object.keys(problems).length > 0 || !parsed.success) throw invalid(problems);
  return { target: parsed.data, secret: rule ? wanted : '' };
}

async function requireContact(db: Database, id: number, scope: number | null) {
  const [contact] = await db
    .select({ accountId: telephonyContacts.parentId, number: telephonyContacts.twilioPhoneNumber })
    .from(telephonyContacts)
    .where(and(eq(telephonyContacts.id, id), scope === null ? undefined : eq(telephonyContacts.parentId, scope)));
  if (!contact) throw notFound('This contact');
  return contact;
}

/** The statement that gives a contact's entry for SMS the contact's new number, which has to prove itself; none if it has that number. */
export function moveSmsChannel(
  tx: Pick<Transaction, 'update'>,
  config: CoreDependencies['config'],
  { contactId, number }: { contactId: number; number: string },
): Statement {
  const { contactId: contact, kind, target } = alarmChannels;
  return tx
    .update(alarmChannels)
    .set({ target: number, sealed: sealAddress(config, { target: number, secret: '' }), ...unproven })
    .where(and(eq(contact, contactId), eq(kind, 'sms'), ne(target, number), isContactsNumber(contactId, number)));
}

/** True if the contact has this number: a save that lost a race changes nothing. */
function isContactsNumber(contactId: number, number: string) {
  const { id, twilioPhoneNumber } = telephonyContacts;
  return sql`exists (select 1 from ${telephonyContacts} where ${and(eq(id, contactId), eq(twilioPhoneNumber, number))})`;
}

/** Deletes a channel; what it sent stays in the history. */
export async function removeChannel(
  { db }: Deps,
  id: number,
  scope: number | null,
  recordChange: RecordChange,
): Promise<void> {
  const { name, kind, target } = await findChannel(db, id, scope);
  await db.delete(alarmChannels).where(eq(alarmChannels.id, id));
  recordChange({ record, id, before: { name, kind, target } });
}

/** Puts the channels of a contact into an order: all of them, the first one is used first. */
export async function orderChannels(
  { db }: Deps,
  { contactId, ids }: { contactId: number; ids: readonly number[] },
  scope: number | null,
): Promise<void> {
  const siblings = inScope(scope, eq(alarmChannels.contactId, contactId));
  const rows = await db.select({ id: alarmChannels.id }).from(alarmChannels).where(siblings);
  const known = new Set(rows.map((row) => row.id));
  if (known.size !== ids.length || !ids.every((one) => known.has(one)))
    throw conflict('The channels have changed. Load them again.');
  await atomically(db, (tx) =>
    ids.map((one, position) =>
      tx
        .update(alarmChannels)
        .set({ position: position + 1 })
        .where(and(eq(alarmChannels.id, one), siblings)),
    ),
  );
}
