import { and, asc, count, eq, ne, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { messages } from '../../contract/messages.ts';
import { maskedToken, type newTelephonyClient, type telephonyClient } from '../../contract/telephony.ts';
import { atomically } from '../../db/atomically.ts';
import { nextRevision } from '../../db/content-revision.ts';
import type { Database } from '../../db/open.ts';
import { clients } from '../../db/schema/clients.ts';
import { telephonyClients, telephonyContacts, telephonyMessages, telephonySyncs } from '../../db/schema/telephony.ts';
import { users } from '../../db/schema/users.ts';
import { checkTelephonyCredentials, credentialsCheckKey } from '../../workers/jobs/check-telephony-credentials.ts';
import { enqueueStored } from '../../workers/queue/enqueue-stored.ts';
import { type AccountRow, findAccount } from '../../workers/telephony/accounts.ts';
import { secretBox } from '../../workers/telephony/secrets.ts';
import type { NoteChange } from '../audit/entries.ts';
import { hashPassword } from '../auth/passwords.ts';
import type { Dependencies } from '../dependencies.ts';
import { conflict, invalid, notFound } from '../errors.ts';
import type { SaveTarget } from '../records/write.ts';

type AccountValues = z.output<typeof telephonyClient>;
type NewAccount = z.output<typeof newTelephonyClient>;
type Tx = Pick<Database, 'insert' | 'update' | 'delete'>;

const noun = 'This client';
/** What the audit log calls it. */
const record = 'SMS account';

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
export async function saveAccount(deps: Dependencies, target: SaveTarget, values: AccountValues, note: NoteChange) {
  return target.id ? updateAccount(deps, target.id, target.version, values, note) : insertAccount(deps, values, note);
}

async function insertAccount(deps: Dependencies, values: AccountValues, note: NoteChange) {
  const row = newRow(deps, values, '');
  const [rows] = await atomically(deps.db, (tx) => [
    tx.insert(telephonyClients).values(row).returning({ id: telephonyClients.id, version: telephonyClients.version }),
    ...keepOneDefault(tx, values, sql`(select max(${telephonyClients.id}) from ${telephonyClients})`),
  ]);
  note({ record, id: rows[0]?.id, after: values });
  return checked(deps, rows[0]);
}

/** Creates a user and the account they sign in to, both or neither (specification, section 2: Add New Client). */
export async function createAccountWithUser(deps: Dependencies, values: NewAccount, note: NoteChange) {
  const { firstName, lastName, userName, password, ...account } = values;
  const userNameKey = userName.toLowerCase();
  const [taken] = await deps.db.select({ id: users.id }).from(users).where(eq(users.userNameKey, userNameKey));
  if (taken) throw invalid({ userName: 'This user name is taken' });
  const row = newRow(deps, account, `${firstName} ${lastName}`);
  const user = { userName, userNameKey, firstName, lastName, role: 'Client', createdAt: deps.now() } as const;
  const passwordHash = await hashPassword(password);
  const newest = sql<number>`(select max(${telephonyClients.id}) from ${telephonyClients})`;
  const [rows] = await atomically(deps.db, (tx) => [
    tx.insert(telephonyClients).values(row).returning({ id: telephonyClients.id, version: telephonyClients.version }),
    tx.insert(users).values({ ...user, passwordHash, telephonyClientId: newest }),
    ...keepOneDefault(tx, account, newest),
  ]);
  note({ record, id: rows[0]?.id, after: values });
  return checked(deps, rows[0]);
}

function newRow(deps: Dependencies, values: AccountValues, clientName: string) {
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
  deps: Dependencies,
  id: number,
  version: number | undefined,
  values: AccountValues,
  note: NoteChange,
) {
  const stored = await findAccount(deps, id);
  if (!stored) throw notFound(noun);
  const isSame = values.authToken === maskedToken && values.accountSid === stored.accountSid;
  const authToken = values.authToken === maskedToken ? stored.authToken : secretBox(deps.config).seal(values.authToken);
  const unchanged = version === undefined ? undefined : eq(telephonyClients.version, version);
  const [rows] = await atomically(deps.db, (tx) => [
    tx
      .update(telephonyClients)
      .set({
        ...values,
        authToken,
        version: sql`${telephonyClients.version} + 1`,
        ...(!isSame && { credentials: 'unchecked' as const, credentialsProblem: null }),
      })
      .where(and(eq(telephonyClients.id, id), unchanged))
      .returning({ id: telephonyClients.id, version: telephonyClients.version }),
    // A save that comes too late must not take the default away from another account either.
    ...keepOneDefault(
      tx,
      values,
      sql`(select ${id} from ${telephonyClients} where ${telephonyClients.id} = ${id} and ${telephonyClients.isDefault})`,
    ),
  ]);
  if (rows.length > 0) {
    note({ record, id, before: shown(stored), after: values });
    return checked(deps, rows[0], !isSame);
  }
  const current = await findAccount(deps, id);
  if (!current) throw notFound(noun);
  throw conflict('Someone else has changed this client meanwhile.', shown(current));
}

/** At most one account is the default: when this one is, the others are not. */
function keepOneDefault(tx: Tx, { isDefault }: AccountValues, id: ReturnType<typeof sql>) {
  if (!isDefault) return [];
  return [
    tx
      .update(telephonyClients)
      .set({ isDefault: false })
      .where(and(eq(telephonyClients.isDefault, true), ne(telephonyClients.id, id))),
  ];
}

/** Has the provider try the credentials in the background; a queue that is down does not undo the save. */
async function checked<Saved extends { id: number }>(
  deps: Dependencies,
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
export async function deleteAccount(deps: Dependencies, id: number, note: NoteChange): Promise<void> {
  const account = await findAccount(deps, id);
  if (!account) throw notFound(noun);
  if (account.isDefault) throw conflict(messages.defaultClient);
  const own = eq(telephonyMessages.telephonyClientId, id);
  const isGone = and(eq(telephonyClients.id, id), eq(telephonyClients.isDefault, false));
  await atomically(deps.db, (tx) => [
    tx
      .update(telephonyMessages)
      .set({ status: 'canceled', rank: 7, delivery: 'done', error: deletedError })
      .where(and(own, eq(telephonyMessages.delivery, 'waiting'))),
    tx
      .update(telephonyMessages)
      .set({ delivery: 'done', error: deletedError })
      .where(and(own, eq(telephonyMessages.delivery, 'handing-over'))),
    tx.delete(users).where(and(eq(users.telephonyClientId, id), eq(users.role, 'Client'))),
    tx.update(users).set({ telephonyClientId: null }).where(eq(users.telephonyClientId, id)),
    tx
      .update(clients)
      .set({ telephonyClientId: null, version: sql`${clients.version} + 1` })
      .where(eq(clients.telephonyClientId, id)),
    nextRevision(tx),
    tx.delete(telephonyClients).where(isGone),
  ]);
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
