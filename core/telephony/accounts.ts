import { and, asc, count, eq, exists, ne, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { messages } from '../../contract/messages.ts';
import { maskedToken, type newTelephonyClient, type telephonyClient } from '../../contract/telephony.ts';
import type { Database } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { violationOf } from '../../db/query/constraint-errors.ts';
import { nextRevision } from '../../db/query/content-revision.ts';
import type { Transaction } from '../../db/query/statement.ts';
import { clients } from '../../db/schema/clients.ts';
import { telephonyClients, telephonyContacts, telephonyMessages, telephonySyncs } from '../../db/schema/telephony.ts';
import { users } from '../../db/schema/users.ts';
import { hashPassword } from '../accounts/passwords.ts';
import type { NoteChange } from '../audit/entries.ts';
import type { SaveTarget } from '../content/write.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { conflict, invalid, notFound } from '../errors.ts';
import { enqueueStored } from '../queue/enqueue-stored.ts';
import { type AccountRow, findAccount } from './account-access.ts';
import { checkTelephonyCredentials, credentialsCheckKey } from './jobs.ts';
import { secretBox } from './secrets.ts';

type AccountValues = z.output<typeof telephonyClient>;
type NewAccount = z.output<typeof newTelephonyClient>;

const noun = 'This client';
/** What the audit log calls it. */
const record = 'SMS account';

/** Accounts are saved and deleted one after the other: which one is the default, and what follows from it, hangs on all. */
const turn = 'accounts';
const everyAccount = sql`1 = 1`;

/** What anyone is shown of an account: all but the secret. */
function shown({ authToken: _sealed, createdAt: _createdAt, ...account }: AccountRow) {
  return { ...account, clientName: account.clientName || account.projectName, authToken: maskedToken };
}

/** Every account in its order, with how many contacts it has and how far its log has been brought over. */
export async function listAccounts(db: Database) {
  const rows = await db
    .select()
    .from(telephonyClients)
    .leftJoin(telephonySyncs, eq(telephonySyncs.telephonyClientId, telephonyClients.id))
    .orderBy(asc(telephonyClients.position), asc(telephonyClients.id));
  const counted = await db
    .select({ id: telephonyContacts.parentId, contacts: count() })
    .from(telephonyContacts)
    .groupBy(telephonyContacts.parentId);
  const contactsOf = new Map(counted.map(({ id, contacts }) => [id, contacts]));
  return rows.map(({ telephony_clients: account, telephony_syncs: sync }) => ({
    ...shown(account),
    contacts: contactsOf.get(account.id) ?? 0,
    sync: {
      telephonyClientId: account.id,
      isRunning: sync?.startedAt != null,
      rows: sync?.rows ?? 0,
      lastSuccessAt: sync?.lastSuccessAt ?? null,
      lastError: sync?.lastError ?? null,
    },
  }));
}

/** Creates an account, or with an id updates it; a masked token keeps the stored one. */
export async function saveAccount(deps: CoreDependencies, target: SaveTarget, values: AccountValues, note: NoteChange) {
  return target.id ? updateAccount(deps, target.id, target.version, values, note) : insertAccount(deps, values, note);
}

async function insertAccount(deps: CoreDependencies, values: AccountValues, note: NoteChange) {
  const row = newRow(deps, values, '');
  const statements = (tx: Transaction) =>
    [
      clearDefault(tx, values, everyAccount),
      tx.insert(telephonyClients).values(row).returning({ id: telephonyClients.id, version: telephonyClients.version }),
    ] as const;
  const [, rows] = await atomically(deps.db, statements, turn);
  note({ record, id: rows[0]?.id, after: values });
  return checked(deps, rows[0]);
}

/** Creates a user and the account they sign in to, both or neither (specification, section 2: Add New Client). */
export async function createAccountWithUser(deps: CoreDependencies, values: NewAccount, note: NoteChange) {
  const { firstName, lastName, userName, password, ...account } = values;
  const userNameKey = userName.toLowerCase();
  await requireFreeName(deps, userNameKey);
  const row = newRow(deps, account, `${firstName} ${lastName}`);
  const user = { userName, userNameKey, firstName, lastName, role: 'Client', createdAt: deps.now() } as const;
  const passwordHash = await hashPassword(password);
  // No other account has the same sealed token: sealing the same one twice gives two texts.
  const own = sql<number>`(select ${telephonyClients.id} from ${telephonyClients} where ${eq(telephonyClients.authToken, row.authToken)})`;
  const statements = (tx: Transaction) =>
    [
      clearDefault(tx, account, everyAccount),
      tx.insert(telephonyClients).values(row).returning({ id: telephonyClients.id, version: telephonyClients.version }),
      tx.insert(users).values({ ...user, passwordHash, telephonyClientId: own }),
    ] as const;
  const created = atomically(deps.db, statements, turn);
  const [, rows] = await created.catch(async (error: unknown) => {
    if (violationOf(error) === 'unique') await requireFreeName(deps, userNameKey);
    throw error;
  });
  note({ record, id: rows[0]?.id, after: values });
  return checked(deps, rows[0]);
}

async function requireFreeName({ db }: CoreDependencies, userNameKey: string): Promise<void> {
  const [taken] = await db.select({ id: users.id }).from(users).where(eq(users.userNameKey, userNameKey));
  if (taken) throw invalid({ userName: 'This user name is taken' });
}

function newRow(deps: CoreDependencies, values: AccountValues, clientName: string) {
  if (values.authToken === maskedToken) throw invalid({ authToken: 'AuthToken is required' });
  return {
    ...values,
    clientName,
    authToken: secretBox(deps.config).seal(values.authToken),
    position: sql`(select coalesce(max(${telephonyClients.position}), 0) + 1 from ${telephonyClients})`,
    createdAt: deps.now(),
  };
}

async function updateAccount(
  deps: CoreDependencies,
  id: number,
  version: number | undefined,
  values: AccountValues,
  note: NoteChange,
) {
  const stored = await findAccount(deps, id);
  if (!stored) throw notFound(noun);
  const isSame = values.authToken === maskedToken && values.accountSid === stored.accountSid;
  const authToken = values.authToken === maskedToken ? stored.authToken : secretBox(deps.config).seal(values.authToken);
  const asStarted = version === undefined ? undefined : eq(telephonyClients.version, version);
  const isMeant = and(eq(telephonyClients.id, id), asStarted);
  const statements = (tx: Transaction) =>
    [
      // A save that comes too late must not take the default away from another account either.
      clearDefault(tx, values, and(ne(telephonyClients.id, id), there(deps.db, isMeant))),
      tx
        .update(telephonyClients)
        .set({
          ...values,
          authToken,
          version: sql`${telephonyClients.version} + 1`,
          ...(!isSame && { credentials: 'unchecked' as const, credentialsProblem: null }),
        })
        .where(isMeant)
        .returning({ id: telephonyClients.id, version: telephonyClients.version }),
    ] as const;
  const [, rows] = await atomically(deps.db, statements, turn);
  if (rows.length > 0) {
    note({ record, id, before: shown(stored), after: values });
    return checked(deps, rows[0], !isSame);
  }
  const current = await findAccount(deps, id);
  if (!current) throw notFound(noun);
  throw conflict('Someone else has changed this client meanwhile.', shown(current));
}

/** Holds while there is such an account, whatever row the statement is looking at. */
function there(db: Database, which: SQL | undefined) {
  return exists(db.select({ id: telephonyClients.id }).from(telephonyClients).where(which));
}

/** At most one account is the default: before this one becomes it, those that `where` holds for are not any more. */
function clearDefault(tx: Transaction, { isDefault }: AccountValues, where: SQL | undefined) {
  return tx
    .update(telephonyClients)
    .set({ isDefault: false })
    .where(and(eq(telephonyClients.isDefault, true), isDefault ? where : sql`1 = 0`));
}

/** Has the provider try the credentials in the background; a queue that is down does not undo the save. */
async function checked<Saved extends { id: number }>(
  deps: CoreDependencies,
  saved: Saved | undefined,
  isChanged = true,
): Promise<Saved> {
  if (!saved) throw new Error('the account was not stored');
  if (!isChanged) return saved;
  const dedupeKey = credentialsCheckKey(saved.id);
  await enqueueStored(deps, checkTelephonyCredentials, { telephonyClientId: saved.id }, { dedupeKey });
  return saved;
}

/** Deletes an account with its contacts and its users' sign-ins; the log keeps what was sent, for Admins. */
export async function deleteAccount(deps: CoreDependencies, id: number, note: NoteChange): Promise<void> {
  const account = await findAccount(deps, id);
  if (!account) throw notFound(noun);
  if (account.isDefault) throw conflict(messages.defaultClient);
  const isMeant = and(eq(telephonyClients.id, id), eq(telephonyClients.isDefault, false));
  // It may become the default in between; then nothing of all this is done.
  const isLeaving = there(deps.db, isMeant);
  const own = and(eq(telephonyMessages.telephonyClientId, id), isLeaving);
  const statements = (tx: Transaction) =>
    [
      tx
        .update(telephonyMessages)
        .set({ status: 'canceled', rank: 7, delivery: 'done', error: deletedError })
        .where(and(own, eq(telephonyMessages.delivery, 'waiting'))),
      tx
        .update(telephonyMessages)
        .set({ delivery: 'done', error: deletedError })
        .where(and(own, eq(telephonyMessages.delivery, 'handing-over'))),
      tx.delete(users).where(and(eq(users.telephonyClientId, id), eq(users.role, 'Client'), isLeaving)),
      tx
        .update(users)
        .set({ telephonyClientId: null })
        .where(and(eq(users.telephonyClientId, id), isLeaving)),
      tx
        .update(clients)
        .set({ telephonyClientId: null, version: sql`${clients.version} + 1` })
        .where(and(eq(clients.telephonyClientId, id), isLeaving)),
      nextRevision(tx),
      tx.delete(telephonyClients).where(isMeant).returning({ id: telephonyClients.id }),
    ] as const;
  const results = await atomically(deps.db, statements, turn);
  if (results[6].length === 0) throw (await findAccount(deps, id)) ? conflict(messages.defaultClient) : notFound(noun);
  note({ record, id, before: shown(account) });
}

const deletedError = { message: 'The account was deleted.' };

/** Puts the accounts into the given order. */
export async function reorderAccounts(db: Database, ids: readonly number[]): Promise<void> {
  await atomically(db, (tx) =>
    ids.map((id, place) =>
      tx
        .update(telephonyClients)
        .set({ position: place + 1 })
        .where(eq(telephonyClients.id, id)),
    ),
  );
}

/** Accounts for a select: '{client} - {project}' (specification, section 2); of one account only when `id` is given. */
export async function accountChoices(db: Database, id: number | null) {
  const rows = await db
    .select()
    .from(telephonyClients)
    .where(id === null ? undefined : eq(telephonyClients.id, id))
    .orderBy(asc(telephonyClients.position), asc(telephonyClients.id));
  return rows.map(({ id, clientName, projectName }) => ({
    id,
    label: clientName === '' ? projectName : `${clientName} - ${projectName}`,
  }));
}
