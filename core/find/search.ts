import { wantedOf } from '../../contract/find.ts';
import type { Database } from '../../db/database.ts';
import type { Session } from '../accounts/sessions.ts';
import { ownAccount } from '../telephony/scope.ts';
import { findAccounts, findContacts, findMessages, findUsers } from './people.ts';
import { findRecords } from './records.ts';
import { findServers } from './servers.ts';

/** Results of each kind. */
const limits = { records: 8, servers: 5, accounts: 4, contacts: 5, users: 4, messages: 4 } as const;

/**
 * Finds what the caller may open: an Admin everything, a client the contacts and servers of its account. With a release,
 * the page's records are those of the release; `typed` is what the user typed.
 */
export async function search(db: Database, session: Session, typed: string, release: number | undefined) {
  const wanted = wantedOf(typed);
  const scope = ownAccount(session);
  const isAdmin = session.role === 'Admin';
  // Control characters alone leave nothing to compare.
  if (wanted.text === '') return nothing;
  const [records, servers, accounts, contacts, users, messages] = await Promise.all([
    isAdmin ? findRecords(db, wanted, release, limits.records) : [],
    findServers(db, wanted, scope, limits.servers),
    isAdmin ? findAccounts(db, wanted, limits.accounts) : [],
    findContacts(db, wanted, scope, limits.contacts),
    isAdmin ? findUsers(db, wanted, session.userId, limits.users) : [],
    isAdmin ? findMessages(db, wanted, limits.messages) : [],
  ]);
  return { records, servers, accounts, contacts, users, messages };
}

const nothing = { records: [], servers: [], accounts: [], contacts: [], users: [], messages: [] };
