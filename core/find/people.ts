import { and, asc, desc, eq, gte, lte } from 'drizzle-orm';
import { numberIn, rankOf, type Wanted, wantedOf } from '../../contract/find.ts';
import type { Database } from '../../db/database.ts';
import { isOneOf } from '../../db/query/json-rows.ts';
import { inboxMessages } from '../../db/schema/inbox.ts';
import { telephonyClients, telephonyContacts } from '../../db/schema/telephony.ts';
import { users } from '../../db/schema/users.ts';
import { bestOf, likelyFirst, maxCandidates, maxScannedRows, mayContain } from './scan.ts';

/** Accounts whose contacts a search for a number reads. */
const maxAccounts = 1000;
/** Digits of the longest telephone number (E.164). */
const maxDigits = 15;

/** Contacts by name or number, only those of the account `scope` if given. */
export async function findContacts(db: Database, wanted: Wanted, scope: number | null, limit: number) {
  const digits = numberIn(wanted.typed);
  const byNumber = digits === null ? [] : await contactsByNumber(db, digits, scope, limit);
  const newest = contactsIn(db, scope).as('newest');
  const text = digits === null ? wanted : wantedOf(digits);
  const named = await db
    .select()
    .from(newest)
    .where(mayContain([newest.name, newest.number], text))
    .orderBy(likelyFirst(newest.name, text), asc(newest.id))
    .limit(maxCandidates);
  const all = new Map([...byNumber, ...named].map((contact) => [contact.id, contact]));
  const inOrder = [...all.values()].toSorted((a, b) => a.id - b.id);
  const found = bestOf(inOrder, ({ name, number }) => rankOfPerson(wanted, digits, name, [number]), limit);
  const owners = await accountNames(
    db,
    found.map(({ accountId }) => accountId),
  );
  return found.map((contact) => ({ ...contact, account: owners.get(contact.accountId) ?? '' }));
}

const contactColumns = {
  id: telephonyContacts.id,
  accountId: telephonyContacts.parentId,
  name: telephonyContacts.friendlyName,
  number: telephonyContacts.twilioPhoneNumber,
};

/** The contacts that a search reads: the newest of all, or those of one account in the order of its index. */
function contactsIn(db: Database, scope: number | null) {
  const { id, parentId, twilioPhoneNumber } = telephonyContacts;
  const rows = db.select(contactColumns).from(telephonyContacts);
  return scope === null
    ? rows.orderBy(desc(id)).limit(maxScannedRows)
    : rows.where(eq(parentId, scope)).orderBy(asc(twilioPhoneNumber)).limit(maxScannedRows);
}

/** Contacts whose number starts with these digits, by the index over account and number, in a table of any size. */
async function contactsByNumber(db: Database, digits: string, scope: number | null, limit: number) {
  const accounts =
    scope === null ? await db.select({ id: telephonyClients.id }).from(telephonyClients).limit(maxAccounts) : [];
  const ids = scope === null ? accounts.map(({ id }) => id) : [scope];
  const { parentId, twilioPhoneNumber: number } = telephonyContacts;
  // Numbers have digits only, so every number between these two has the prefix, also in the order of a language.
  const last = `+${digits.padEnd(maxDigits, '9')}`;
  return db
    .select(contactColumns)
    .from(telephonyContacts)
    .where(and(isOneOf(parentId, ids), gte(number, `+${digits}`), lte(number, last)))
    .limit(limit);
}

async function accountNames(db: Database, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const { id, clientName, projectName } = telephonyClients;
  const rows = await db.select({ id, clientName, projectName }).from(telephonyClients).where(isOneOf(id, ids));
  return new Map(rows.map((row) => [row.id, row.clientName || row.projectName]));
}

/** Accounts by client, project or number. */
export async function findAccounts(db: Database, wanted: Wanted, limit: number) {
  const digits = numberIn(wanted.typed);
  const { id, clientName, projectName, twilioPhoneNumber, phoneNumber } = telephonyClients;
  const newest = db
    .select({ id, clientName, projectName, number: twilioPhoneNumber, phoneNumber })
    .from(telephonyClients)
    .orderBy(desc(id))
    .limit(maxScannedRows)
    .as('newest');
  const columns = [newest.clientName, newest.projectName, newest.number, newest.phoneNumber];
  const text = digits === null ? wanted : wantedOf(digits);
  const rows = await db
    .select()
    .from(newest)
    .where(mayContain(columns, text))
    .orderBy(likelyFirst(newest.clientName, text), asc(newest.id))
    .limit(maxCandidates);
  const found = bestOf(
    rows,
    (row) =>
      rankOfPerson(wanted, digits, row.clientName || row.projectName, [row.number, row.phoneNumber, row.projectName]),
    limit,
  );
  return found.map((row) => ({
    id: row.id,
    name: row.clientName || row.projectName,
    project: row.projectName,
    number: row.number,
  }));
}

/** Ranks a person or account by name, by number, or by another text. */
function rankOfPerson(wanted: Wanted, digits: string | null, name: string, texts: readonly string[]): number | null {
  if (digits === null) return rankOf(wanted, name, texts);
  const places = texts.map((text) => text.replace('+', '').indexOf(digits)).filter((place) => place >= 0);
  if (places.length > 0) return places.includes(0) ? 0 : 2;
  return rankOf(wanted, name);
}

/** The users of accounts, and the user who searches: other users have no screen. */
export async function findUsers(db: Database, wanted: Wanted, self: number, limit: number) {
  const { id, userName, firstName, lastName, telephonyClientId } = users;
  const newest = db
    .select({ id, userName, firstName, lastName, telephonyClientId })
    .from(users)
    .orderBy(desc(id))
    .limit(maxScannedRows)
    .as('newest');
  const columns = [newest.userName, newest.firstName, newest.lastName];
  const rows = await db
    .select()
    .from(newest)
    .where(mayContain(columns, wanted))
    .orderBy(likelyFirst(newest.userName, wanted), asc(newest.id))
    .limit(maxCandidates);
  const people = rows
    .filter((row) => row.id === self || row.telephonyClientId !== null)
    .map((row) => ({
      id: row.id,
      name: [row.firstName, row.lastName].filter((part) => part !== '').join(' ') || row.userName,
      userName: row.userName,
      accountId: row.telephonyClientId,
      isSelf: row.id === self,
    }));
  return bestOf(people, ({ name, userName: login }) => rankOf(wanted, name, [login]), limit);
}

/** Messages of the contact form by their sender, the newest first. */
export async function findMessages(db: Database, wanted: Wanted, limit: number) {
  const { id, name, email, receivedAt } = inboxMessages;
  const newest = db
    .select({ id, name, email, receivedAt })
    .from(inboxMessages)
    .orderBy(desc(id))
    .limit(maxScannedRows)
    .as('newest');
  const rows = await db
    .select()
    .from(newest)
    .where(mayContain([newest.name, newest.email], wanted))
    .orderBy(likelyFirst(newest.name, wanted), desc(newest.id))
    .limit(maxCandidates);
  return bestOf(rows, (row) => rankOf(wanted, row.name, [row.email]), limit);
}
