import { type FindPlaces, wantedOf } from '../../contract/find.ts';
import type { Database } from '../../db/database.ts';
import { ownAccount } from '../accounts/own-account.ts';
import { may } from '../accounts/permissions.ts';
import type { Session } from '../accounts/sessions.ts';
import { findAccounts, findContacts, findMessages, findUsers } from './people.ts';
import { findRecords } from './records.ts';
import type { Reading } from './scan.ts';
import { findServers } from './servers.ts';

/** A text to search for, and where to read on. */
interface Search {
  /** As the user typed it. */
  text: string;
  /** With a release, the page's records are those of the release. */
  release?: number | undefined;
  /** `next` of the answer before; without it, the search begins with the newest rows. */
  cursor?: FindPlaces | null | undefined;
}

/**
 * Finds what the caller may open; a client the contacts and servers of its account. An answer reads a part of each large
 * table, the newest rows first. `next` says where to read on; null: every row has been read.
 */
export async function search(db: Database, session: Session, { text, release, cursor }: Search) {
  const wanted = wantedOf(text);
  const servers = ownAccount(session, 'health:read');
  const contacts = ownAccount(session, 'telephony:read');
  // Control characters alone leave nothing to compare.
  if (wanted.text === '') return nothing;
  const reading: Reading = { from: cursor ?? null, next: {} };
  const [records, foundServers, accounts, foundContacts, users, messages] = await Promise.all([
    may(session, 'content:read') ? findRecords(db, wanted, reading, release) : [],
    may(session, 'health:read') || may(session, 'health:own') ? findServers(db, wanted, reading, servers) : [],
    may(session, 'telephony:read') ? findAccounts(db, wanted, reading) : [],
    may(session, 'telephony:read') || may(session, 'telephony:own') ? findContacts(db, wanted, reading, contacts) : [],
    may(session, 'telephony:read') ? findUsers(db, wanted, reading, session.userId) : [],
    may(session, 'inbox:read') ? findMessages(db, wanted, reading) : [],
  ]);
  const next: FindPlaces | null = Object.keys(reading.next).length === 0 ? null : reading.next;
  return { records, servers: foundServers, accounts, contacts: foundContacts, users, messages, next };
}

const nothing = { records: [], servers: [], accounts: [], contacts: [], users: [], messages: [], next: null };
