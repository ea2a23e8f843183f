import { wantedOf } from '../../contract/find.ts';
import type { Database } from '../../db/database.ts';
import { ownAccount } from '../accounts/own-account.ts';
import { may } from '../accounts/permissions.ts';
import type { Session } from '../accounts/sessions.ts';
import { findAccounts, findContacts, findMessages, findUsers } from './people.ts';
import { findRecords } from './records.ts';
import { findServers } from './servers.ts';

/** Results of each kind. */
const limits = { records: 8, servers: 5, accounts: 4, contacts: 5, users: 4, messages: 4 } as const;

/**
 * Finds what the caller may open; a client the contacts and servers of its account. With a release,
 * the page's records are those of the release; `typed` is what the user typed.
 */
export async function search(db: Database, session: Session, typed: string, release: number | undefined) {
  const wanted = wantedOf(typed);
  const servers = ownAccount(session, 'health:read');
  const contacts = ownAccount(session, 'telephony:read');
  // Control characters alone leave nothing to compare.
  if (wanted.text === '') return nothing;
  const [records, foundServers, accounts, foundContacts, users, messages] = await Promise.all([
    may(session, 'content:read') ? findRecords(db, wanted, release, limits.records) : [],
    may(session, 'health:read') || may(session, 'health:own') ? findServers(db, wanted, servers, limits.servers) : [],
    may(session, 'telephony:read') ? findAccounts(db, wanted, limits.accounts) : [],
    may(session, 'telephony:read') || may(session, 'telephony:own')
      ? findContacts(db, wanted, contacts, limits.contacts)
      : [],
    may(session, 'telephony:read') ? findUsers(db, wanted, session.userId, limits.users) : [],
    may(session, 'inbox:read') ? findMessages(db, wanted, limits.messages) : [],
  ]);
  return { records, servers: foundServers, accounts, contacts: foundContacts, users, messages };
}

const nothing = { records: [], servers: [], accounts: [], contacts: [], users: [], messages: [] };
