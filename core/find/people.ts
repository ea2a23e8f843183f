import { and, asc, desc, eq, gte, isNotNull, lte, or } from 'drizzle-orm';
import { foundCounts, numberIn, rankOf, type Wanted, wantedOf } from '../../contract/find.ts';
import type { Database } from '../../db/database.ts';
import { isOneOf } from '../../db/query/json-rows.ts';
import { inboxMessages } from '../../db/schema/inbox.ts';
import { telephonyClients, telephonyContacts } from '../../db/schema/telephony.ts';
import { users } from '../../db/schema/users.ts';
import { bestOf, mayContain, type Ranked, type Reading, readOn } from './scan.ts';

/** Accounts whose contacts a search for a number reads. */
const maxAccounts = 1000;
/** Digits of the longest telephone number (E.164). */
const maxDigits = 15;

/** Contacts by name or number, only those of the account `scope` if given. */
export async function findContacts(db: Database, wanted: Wanted, reading: Reading, scope: number | null) {
  const digits = numberIn(wanted.typed);
  const { parentId, twilioPhoneNumber, id } = telephonyContacts;
  const text = digits === null ? wanted : wantedOf(digits);
  const rank = ({ name, number }: Contact) => rankOfPerson(wanted, digits, name, [number]);
  const isFirst = reading.from === null;
  const byNumber = digits === null || !isFirst ? [] : await contactsByNumber(db, digits, scope);
  const read = await readOn(db, reading, {
    // An account's contacts are read in the order of their index.
    ...(scope === null
      ? { name: 'contacts', key: id }
      : { name: 'ownContacts', key: twilioPhoneNumber, isAscending: true, scope: eq(parentId, scope) }),
    table: telephonyContacts,
    read: (range) =>
      db
        .select(contactColumns)
        .from(telephonyContacts)
        .where(and(range, mayContain([contactColumns.name, contactColumns.number], text)))
        .orderBy(scope === null ? desc(id) : asc(twilioPhoneNumber)),
    rank,
    limit: foundCounts.contacts,
  });
  const found = bestOf(
    withoutRepeats([...byNumber.map((row) => ({ row, rank: rank(row) ?? 0 })), ...read]),
    foundCounts.contacts,
  );
  const owners = await accountNames(
    db,
    found.map(({ row }) => row.accountId),
  );
  return found.map(({ row, rank: own }) => ({ ...row, account: owners.get(row.accountId) ?? '', rank: own }));
}

const contactColumns = {
  id: telephonyContacts.id,
  accountId: telephonyContacts.parentId,
  name: telephonyContacts.friendlyName,
  number: telephonyContacts.twilioPhoneNumber,
};

interface Contact {
  id: number;
  accountId: number;
  name: string;
  number: string;
}

function withoutRepeats<Row extends { id: number }>(found: readonly Ranked<Row>[]): Ranked<Row>[] {
  return [...new Map(found.map((one) => [one.row.id, one])).values()];
}

/** Contacts whose number starts with these digits, by the index over account and number, in a table of any size. */
async function contactsByNumber(db: Database, digits: string, scope: number | null): Promise<Contact[]> {
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
    .limit(foundCounts.contacts);
}

async function accountNames(db: Database, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const { id, clientName, projectName } = telephonyClients;
  const rows = await db.select({ id, clientName, projectName }).from(telephonyClients).where(isOneOf(id, ids));
  return new Map(rows.map((row) => [row.id, row.clientName || row.projectName]));
}

/** Accounts by client, project or number. */
export async function findAccounts(db: Database, wanted: Wanted, reading: Reading) {
  const digits = numberIn(wanted.typed);
  const { id, clientName, projectName, twilioPhoneNumber: number, phoneNumber } = telephonyClients;
  const text = digits === null ? wanted : wantedOf(digits);
  const found = await readOn(db, reading, {
    name: 'accounts',
    table: telephonyClients,
    key: id,
    read: (range) =>
      db
        .select({ id, clientName, projectName, number, phoneNumber })
        .from(telephonyClients)
        .where(and(range, mayContain([clientName, projectName, number, phoneNumber], text)))
        .orderBy(desc(id)),
    rank: (row) =>
      rankOfPerson(wanted, digits, row.clientName || row.projectName, [row.number, row.phoneNumber, row.projectName]),
    limit: foundCounts.accounts,
  });
  return found.map(({ row, rank }) => ({
    id: row.id,
    name: row.clientName || row.projectName,
    project: row.projectName,
    number: row.number,
    rank,
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
export async function findUsers(db: Database, wanted: Wanted, reading: Reading, self: number) {
  const { id, userName, firstName, lastName, telephonyClientId } = users;
  const found = await readOn(db, reading, {
    name: 'users',
    table: users,
    key: id,
    read: (range) =>
      db
        .select({ id, userName, firstName, lastName, telephonyClientId })
        .from(users)
        .where(
          and(
            range,
            or(eq(id, self), isNotNull(telephonyClientId)),
            mayContain([userName, firstName, lastName], wanted),
          ),
        )
        .orderBy(desc(id)),
    rank: (row) => rankOf(wanted, nameOf(row), [row.userName]),
    limit: foundCounts.users,
  });
  return found.map(({ row, rank }) => ({
    id: row.id,
    name: nameOf(row),
    userName: row.userName,
    accountId: row.telephonyClientId,
    isSelf: row.id === self,
    rank,
  }));
}

const nameOf = (user: { firstName: string; lastName: string; userName: string }) =>
  [user.firstName, user.lastName].filter((part) => part !== '').join(' ') || user.userName;

/** Messages of the contact form by their sender, the newest first. */
export async function findMessages(db: Database, wanted: Wanted, reading: Reading) {
  const { id, name, email, receivedAt } = inboxMessages;
  const found = await readOn(db, reading, {
    name: 'messages',
    table: inboxMessages,
    key: id,
    read: (range) =>
      db
        .select({ id, name, email, receivedAt })
        .from(inboxMessages)
        .where(and(range, mayContain([name, email], wanted)))
        .orderBy(desc(id)),
    rank: (row) => rankOf(wanted, row.name, [row.email]),
    limit: foundCounts.messages,
  });
  return found.map(({ row, rank }) => ({ ...row, rank }));
}
