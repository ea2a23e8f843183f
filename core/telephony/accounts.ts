import { and, asc, count, eq, exists, inArray, ne, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { messages } from '../../contract/messages.ts';
import { maskedToken, type newTelephonyClient, type telephonyClient } from '../../contract/telephony.ts';
import type { Database, Statement, Transaction } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { constraintErrorOf } from '../../db/query/constraint-errors.ts';
import { nextRevision } from '../../db/query/content-revision.ts';
import { isInOrder, placeIn } from '../../db/query/list-order.ts';
import { clients } from '../../db/schema/clients.ts';
import { telephonyClients, telephonyContacts, telephonyMessages, telephonySyncs } from '../../db/schema/telephony.ts';
import { users } from '../../db/schema/users.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { closeSessionsOfAccount } from '../accounts/sessions.ts';
import { requireOtherThanName } from '../accounts/users.ts';
import type { RecordChange } from '../audit/entries.ts';
import { createOnce } from '../content/create-once.ts';
import type { Edit } from '../content/edit.ts';
import { recordFound, recordStates } from '../content/history-entries.ts';
import { records } from '../content/records.ts';
import { listChanged, type NewOrder } from '../content/reorder.ts';
import type { SaveTarget } from '../content/write.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { conflict, invalid, notFound } from '../errors.ts';
import { enqueueStored } from '../queue/enqueue-stored.ts';
import { type AccountRow, findAccount } from './account-access.ts';
import { accountJobs } from './account-jobs.ts';
import { checkTelephonyCredentials, credentialsCheckKey } from './jobs.ts';
import { secretBox } from './secrets.ts';
import { readAllUsage } from './usage.ts';

type AccountValues = z.output<typeof telephonyClient>;
type NewAccount = z.output<typeof newTelephonyClient>;

const noun = 'This client';
/** The record's name in the audit log. */
const record = 'SMS account';

/** Saves and deletions of accounts run one after the other: the default flag depends on all accounts. */
const lockName = 'accounts';
const everyAccount = sql`1 = 1`;

/** The account without its secret. */
function withoutSecret({ authToken: _sealed, createdAt: _createdAt, ...account }: AccountRow) {
  return { ...account, clientName: account.clientName || account.projectName, authToken: maskedToken };
}

/** All accounts in order, with their number of contacts and the state of their log import and credentials check. */
export async function listAccounts(deps: CoreDependencies) {
  const { db } = deps;
  const rows = await db
    .select()
    .from(telephonyClients)
    .leftJoin(telephonySyncs, eq(telephonySyncs.telephonyClientId, telephonyClients.id))
    .orderBy(asc(telephonyClients.position), asc(telephonyClients.id));
  const contactCounts = await db
    .select({ id: telephonyContacts.parentId, contacts: count() })
    .from(telephonyContacts)
    .groupBy(telephonyContacts.parentId);
  const contactCountOf = new Map(contactCounts.map(({ id, contacts }) => [id, contacts]));
  const jobs = await accountJobs(
    deps,
    rows.map(({ telephony_clients: account }) => account),
  );
  const usageOf = await readAllUsage(db, deps.now());
  return rows.map(({ telephony_clients: account, telephony_syncs: sync }) => ({
    ...withoutSecret(account),
    today: usageOf(account),
    contacts: contactCountOf.get(account.id) ?? 0,
    check: { credentials: account.credentials, job: jobs.get(account.id)?.check ?? null },
    sync: {
      telephonyClientId: account.id,
      job: jobs.get(account.id)?.sync ?? null,
      rows: sync?.rows ?? 0,
      lastSuccessAt: sync?.lastSuccessAt ?? null,
      lastError: sync?.lastError ?? null,
    },
  }));
}

/**
 * Creates an account, or updates the one with `target.id`; a masked token keeps the stored one. An account that is not
 * active ends the sessions of its users.
 */
export async function saveAccount(
  deps: CoreDependencies,
  target: SaveTarget,
  values: AccountValues,
  recordChange: RecordChange,
) {
  return target.id
    ? updateAccount(deps, target.id, target.version, values, recordChange)
    : insertAccount(deps, target, values, recordChange);
}

async function insertAccount(
  deps: CoreDependencies,
  { saveKey }: SaveTarget,
  values: AccountValues,
  recordChange: RecordChange,
) {
  return createOnce(deps.db, saveKey, {
    record: 'telephony.clients',
    values,
    async create(remember) {
      const row = newRow(deps, values, '');
      const statements = (tx: Transaction) =>
        [clearDefault(tx, values, everyAccount), insertRow(tx, row), ...remember(tx)] as const;
      const [, [saved]] = await atomically(deps.db, statements, lockName);
      return afterInsert(deps, saved, values, recordChange);
    },
    repeat: (id) => repeated(deps, id, values, recordChange),
    correct: (id) => updateAccount(deps, id, 1, values, recordChange),
  });
}

function insertRow(tx: Transaction, row: ReturnType<typeof newRow>) {
  return tx
    .insert(telephonyClients)
    .values(row)
    .returning({ id: telephonyClients.id, version: telephonyClients.version });
}

/** The account that the save before created. */
async function repeated(deps: CoreDependencies, id: number, values: AccountValues, recordChange: RecordChange) {
  const account = await findAccount(deps, id);
  if (!account) throw notFound(noun);
  recordChange({ record, id, before: values, after: values });
  return { id, version: account.version };
}

/** Creates a user and the account they sign in to, both or neither (specification, section 2: Add New Client). */
export async function createAccountWithUser(
  deps: CoreDependencies,
  { saveKey }: SaveTarget,
  values: NewAccount,
  recordChange: RecordChange,
) {
  return createOnce(deps.db, saveKey, {
    record: 'telephony.newClients',
    values,
    create: (remember) => insertAccountWithUser(deps, values, remember, recordChange),
    repeat: (id) => repeated(deps, id, values, recordChange),
    correct() {
      throw conflict(
        'Your previous save created this client already, with the values of that save. Edit it in the list.',
      );
    },
  });
}

async function insertAccountWithUser(
  deps: CoreDependencies,
  values: NewAccount,
  remember: (tx: Transaction) => Statement[],
  recordChange: RecordChange,
) {
  const { firstName, lastName, userName, password, ...account } = values;
  const userNameKey = userName.toLowerCase();
  requireOtherThanName(password, userName);
  await requireFreeName(deps, userNameKey);
  const row = newRow(deps, account, `${firstName} ${lastName}`);
  const user = { userName, userNameKey, firstName, lastName, role: 'Client', createdAt: deps.now() } as const;
  const passwordHash = await hashPassword(password);
  // The sealed token identifies the new account: sealing the same token twice gives different texts.
  const ownId = sql<number>`(select ${telephonyClients.id} from ${telephonyClients} where ${eq(telephonyClients.authToken, row.authToken)})`;
  const statements = (tx: Transaction) =>
    [
      clearDefault(tx, account, everyAccount),
      insertRow(tx, row),
      ...remember(tx),
      tx.insert(users).values({ ...user, passwordHash, telephonyClientId: ownId }),
    ] as const;
  const created = atomically(deps.db, statements, lockName);
  const [, [saved]] = await created.catch(async (error: unknown) => {
    if (constraintErrorOf(error) === 'unique') await requireFreeName(deps, userNameKey);
    throw error;
  });
  return afterInsert(deps, saved, values, recordChange);
}

async function afterInsert<Saved extends { id: number }>(
  deps: CoreDependencies,
  saved: Saved | undefined,
  values: AccountValues,
  recordChange: RecordChange,
): Promise<Saved> {
  if (!saved) throw new Error('the account was not stored');
  recordChange({ record, id: saved.id, after: values });
  await enqueueCredentialsCheck(deps, saved.id);
  return saved;
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
  recordChange: RecordChange,
) {
  const stored = await findAccount(deps, id);
  if (!stored) throw notFound(noun);
  const hasSameCredentials = values.authToken === maskedToken && values.accountSid === stored.accountSid;
  const isAccepted = hasSameCredentials && stored.credentials === 'accepted';
  const authToken = values.authToken === maskedToken ? stored.authToken : secretBox(deps.config).seal(values.authToken);
  const hasVersion = version === undefined ? undefined : eq(telephonyClients.version, version);
  const isTarget = and(eq(telephonyClients.id, id), hasVersion);
  const isInactive = and(eq(telephonyClients.id, id), eq(telephonyClients.isActive, false));
  const statements = (tx: Transaction) =>
    [
      // A save based on an old version must not clear the default of another account either.
      clearDefault(tx, values, and(ne(telephonyClients.id, id), accountExists(deps.db, isTarget))),
      tx
        .update(telephonyClients)
        .set({
          ...values,
          authToken,
          version: sql`${telephonyClients.version} + 1`,
          ...(!isAccepted && { credentials: 'unchecked' as const, credentialsProblem: null }),
        })
        .where(isTarget)
        .returning({ id: telephonyClients.id, version: telephonyClients.version }),
      closeSessionsOfAccount(tx, deps.db, id, accountExists(deps.db, isInactive)),
    ] as const;
  const [, [saved]] = await atomically(deps.db, statements, lockName);
  if (saved) {
    recordChange({ record, id, before: withoutSecret(stored), after: values });
    // Check unchanged credentials too: the provider may accept them again.
    await enqueueCredentialsCheck(deps, id);
    return saved;
  }
  const current = await findAccount(deps, id);
  if (!current) throw notFound(noun);
  throw conflict('Someone else has changed this client in the meantime.', withoutSecret(current));
}

/** True if an account matches; usable in statements on any table. */
function accountExists(db: Database, condition: SQL | undefined) {
  return exists(db.select({ id: telephonyClients.id }).from(telephonyClients).where(condition));
}

/** Before this account becomes the default, clears the flag of the accounts matching `where`: one default at most. */
function clearDefault(tx: Transaction, { isDefault }: AccountValues, where: SQL | undefined) {
  return tx
    .update(telephonyClients)
    .set({ isDefault: false })
    .where(and(eq(telephonyClients.isDefault, true), isDefault ? where : sql`1 = 0`));
}

/** Enqueues a check of the saved credentials, or ends its wait for a retry; a queue failure does not undo the save. */
async function enqueueCredentialsCheck(deps: CoreDependencies, telephonyClientId: number): Promise<void> {
  const options = { dedupeKey: credentialsCheckKey(telephonyClientId), promote: true };
  await enqueueStored(deps, checkTelephonyCredentials, { telephonyClientId }, options);
}

/** Deletes an account with its contacts and client users; its messages stay in the log, for Admins only. */
export async function deleteAccount(deps: CoreDependencies, id: number, edit: Edit): Promise<void> {
  const account = await findAccount(deps, id);
  if (!account) throw notFound(noun);
  if (account.isDefault) throw conflict(messages.defaultClient);
  const isTarget = and(eq(telephonyClients.id, id), eq(telephonyClients.isDefault, false));
  // If the account becomes the default concurrently, none of these statements changes anything.
  const isDeletable = accountExists(deps.db, isTarget);
  const own = and(eq(telephonyMessages.telephonyClientId, id), isDeletable);
  const statements = (tx: Transaction) =>
    [
      nextRevision(tx),
      recordFound(tx, records.clients.items, sql`true`, edit),
      tx
        .update(telephonyMessages)
        .set({ status: 'canceled', rank: 7, delivery: 'done', error: deletedError })
        .where(and(own, eq(telephonyMessages.delivery, 'waiting'))),
      tx
        .update(telephonyMessages)
        .set({ delivery: 'done', error: deletedError })
        .where(and(own, eq(telephonyMessages.delivery, 'handing-over'))),
      tx.delete(users).where(and(eq(users.telephonyClientId, id), eq(users.role, 'Client'), isDeletable)),
      tx
        .update(users)
        .set({ telephonyClientId: null })
        .where(and(eq(users.telephonyClientId, id), isDeletable)),
      tx
        .update(clients)
        .set({ telephonyClientId: null, version: sql`${clients.version} + 1` })
        .where(and(eq(clients.telephonyClientId, id), isDeletable)),
      // The clients that the statement above has changed: all others are known as they are.
      recordStates(tx, records.clients.items, undefined, edit, 'save'),
      tx.delete(telephonyClients).where(isTarget).returning({ id: telephonyClients.id }),
    ] as const;
  const results = await atomically(deps.db, statements, lockName);
  if (results[8].length === 0) throw (await findAccount(deps, id)) ? conflict(messages.defaultClient) : notFound(noun);
  edit.recordChange({ record, id, before: withoutSecret(account) });
}

const deletedError = { message: 'The account has been deleted.' };

/** Puts the accounts into a new order. Throws a conflict if they are not in the order that the user saw. */
export async function reorderAccounts(db: Database, { ids, from }: NewOrder): Promise<void> {
  const by = sql`${telephonyClients.position}, ${telephonyClients.id}`;
  const inOrder = isInOrder({ table: telephonyClients, where: undefined, by }, from);
  const reorder = (tx: Transaction) =>
    [
      tx
        .update(telephonyClients)
        .set({ position: placeIn(telephonyClients.id, ids) })
        .where(and(inArray(telephonyClients.id, ids), inOrder))
        .returning({ id: telephonyClients.id }),
    ] as const;
  const [moved] = await atomically(db, reorder, lockName);
  if (moved.length === 0) throw listChanged();
}

/** Options of the account select, '{client} - {project}' (specification, section 2); only the account `id` if given. */
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
