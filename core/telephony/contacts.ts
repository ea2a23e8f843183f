import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { telephonyContact } from '../../contract/telephony.ts';
import type { Database, Statement, Transaction } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { constraintErrorOf } from '../../db/query/constraint-errors.ts';
import { isInOrder, placeIn } from '../../db/query/list-order.ts';
import { telephonyClients, telephonyContacts, telephonyOptOuts } from '../../db/schema/telephony.ts';
import { moveSmsChannel } from '../alarms/channels.ts';
import type { RecordChange } from '../audit/entries.ts';
import { createOnce } from '../content/create-once.ts';
import { listChanged, type NewOrder } from '../content/reorder.ts';
import type { SavedRow, SaveTarget } from '../content/write.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { conflict, invalid, notFound } from '../errors.ts';

type ContactValues = z.output<typeof telephonyContact>;

const noun = 'This contact';
/** The record's name in the audit log. */
const record = 'SMS contact';

/** Contacts in order, only those of the account `scope` if given. `optedOutAt`: when the number replied STOP. */
export async function listContacts(db: Database, scope: number | null) {
  const rows = await select(db)
    .where(scope === null ? undefined : eq(telephonyContacts.parentId, scope))
    .orderBy(asc(telephonyContacts.parentId), asc(telephonyContacts.position), asc(telephonyContacts.id));
  return rows.map(withNotice);
}

/** One contact. Throws 404 if the scope may not see it. */
export async function findContact(db: Database, id: number, scope: number | null) {
  const [row] = await select(db).where(inScope(id, scope));
  if (!row) throw notFound(noun);
  return withNotice(row);
}

function select(db: Database) {
  return db
    .select({
      contact: telephonyContacts,
      clientName: telephonyClients.clientName,
      projectName: telephonyClients.projectName,
      optedOutAt: telephonyOptOuts.optedOutAt,
    })
    .from(telephonyContacts)
    .innerJoin(telephonyClients, eq(telephonyClients.id, telephonyContacts.parentId))
    .leftJoin(
      telephonyOptOuts,
      and(
        eq(telephonyOptOuts.telephonyClientId, telephonyContacts.parentId),
        eq(telephonyOptOuts.phoneNumber, telephonyContacts.twilioPhoneNumber),
      ),
    );
}

type Selected = Awaited<ReturnType<typeof select>>[number];

function withNotice({ contact, clientName, projectName, optedOutAt }: Selected) {
  const optOutNotice = optedOutAt ? `The contact replied STOP on ${optedOutAt.toISOString().slice(0, 10)}.` : null;
  return { ...contact, clientName: clientName || projectName, optedOutAt, notice: optOutNotice ?? contact.problem };
}

function inScope(id: number, scope: number | null) {
  return and(eq(telephonyContacts.id, id), scope === null ? undefined : eq(telephonyContacts.parentId, scope));
}

/** Creates a contact, or updates one the scope may see. A save clears the contact's delivery problem. */
export async function saveContact(
  deps: CoreDependencies,
  target: SaveTarget,
  values: ContactValues,
  scope: number | null,
  recordChange: RecordChange,
): Promise<SavedRow> {
  if (target.id) return write(deps, target, values, scope, () => [], recordChange);
  return createOnce(deps.db, target.saveKey, {
    record: 'telephony.contacts',
    values: { ...values, parentId: scope ?? target.parentId },
    create: (remember) => write(deps, target, values, scope, remember, recordChange),
    async repeat(id) {
      const { version } = await findContact(deps.db, id, scope);
      recordChange({ record, id, before: values, after: values });
      return { id, version };
    },
    correct: (id) => write(deps, { ...target, id, version: 1 }, values, scope, () => [], recordChange),
  });
}

async function write(
  { db, config }: CoreDependencies,
  { id, version, parentId }: SaveTarget,
  values: ContactValues,
  scope: number | null,
  remember: (tx: Transaction) => Statement[],
  recordChange: RecordChange,
): Promise<SavedRow> {
  const accountId = scope ?? parentId;
  const stored = id ? await findContact(db, id, scope) : null;
  const owner = accountId ?? stored?.parentId;
  if (owner === undefined) throw invalid({ parentId: 'Client/Project Name is required' });
  // A new number has to prove itself.
  const moved =
    ({ id: contactId, twilioPhoneNumber }: { id: number; twilioPhoneNumber: string }) =>
    (tx: Transaction) =>
      twilioPhoneNumber === values.twilioPhoneNumber
        ? []
        : [moveSmsChannel(tx, config, { contactId, number: values.twilioPhoneNumber })];
  const saving = stored
    ? update(db, stored.id, version, owner, values, scope, moved(stored))
    : insert(db, owner, values, remember);
  const saved = await saving.catch((error: unknown) => {
    // A second contact with the number would get every message twice; a concurrent deletion may have removed the account.
    const broken = constraintErrorOf(error);
    throw broken === 'unique' ? numberTaken() : broken === 'reference' ? accountMissing() : error;
  });
  recordChange({ record, id: saved.id, before: stored, after: { ...values, parentId: owner } });
  return saved;
}

const numberTaken = () => invalid({ twilioPhoneNumber: 'This number is already a contact of the client' });
const accountMissing = () => notFound('This client');

async function insert(
  db: Database,
  parentId: number,
  values: ContactValues,
  remember: (tx: Transaction) => Statement[],
) {
  const siblings = sql`select coalesce(max(${telephonyContacts.position}), 0) + 1 from ${telephonyContacts} where ${telephonyContacts.parentId} = ${parentId}`;
  const [[saved]] = await atomically(db, (tx) => [
    tx
      .insert(telephonyContacts)
      .values({ ...values, parentId, position: sql`(${siblings})` })
      .returning({ id: telephonyContacts.id, version: telephonyContacts.version }),
    ...remember(tx),
  ]);
  if (!saved) throw new Error('the contact was not stored');
  return saved;
}

async function update(
  db: Database,
  id: number,
  version: number | undefined,
  parentId: number,
  values: ContactValues,
  scope: number | null,
  further: (tx: Transaction) => Statement[],
) {
  const isAsRead = and(inScope(id, scope), version === undefined ? undefined : eq(telephonyContacts.version, version));
  const [[saved]] = await atomically(db, (tx) => [
    tx
      .update(telephonyContacts)
      .set({
        ...values,
        parentId,
        version: sql`${telephonyContacts.version} + 1`,
        // The editor has reviewed the contact; the next message shows whether the problem persists.
        problem: null,
        problemCode: null,
        problemAt: null,
      })
      .where(isAsRead)
      .returning({ id: telephonyContacts.id, version: telephonyContacts.version }),
    ...further(tx),
  ]);
  if (saved) return saved;
  throw conflict('Someone else has changed this contact in the meantime.', await findContact(db, id, scope));
}

/** Deletes a contact the scope may see; its messages stay in the log. */
export async function deleteContact(
  { db }: CoreDependencies,
  id: number,
  scope: number | null,
  recordChange: RecordChange,
): Promise<void> {
  const [before] = await db.delete(telephonyContacts).where(inScope(id, scope)).returning();
  if (!before) throw notFound(noun);
  recordChange({ record, id, before });
}

/**
 * Puts contacts that the scope may see into a new order: those of one account, or for an Admin those of all accounts.
 * Throws a conflict if they are not in the order that the user saw.
 */
export async function reorderContacts(
  { db }: CoreDependencies,
  { ids, from }: NewOrder,
  scope: number | null,
): Promise<void> {
  const { id, parentId, position } = telephonyContacts;
  const isNamed = inArray(id, ids);
  if (scope !== null && (await db.$count(telephonyContacts, and(isNamed, ne(parentId, scope)))) > 0)
    throw notFound(noun);
  const where = sql`${parentId} in (select ${parentId} from ${telephonyContacts} where ${isNamed})`;
  const inOrder = isInOrder({ table: telephonyContacts, where, by: sql`${parentId}, ${position}, ${id}` }, from);
  const reorder = (tx: Transaction) =>
    [
      tx
        .update(telephonyContacts)
        .set({ position: placeIn(id, ids) })
        .where(and(isNamed, inOrder))
        .returning({ id }),
    ] as const;
  // On Postgres two new orders of one list wait for each other, and the second one sees the first.
  const [moved] = await atomically(db, reorder, 'contacts');
  if (moved.length === 0) throw listChanged();
}
