import { countLimit } from '../../contract/paging.ts';
import { type PersonalKindName, personalKindNames } from '../../contract/privacy.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { findChannels } from './find-channels.ts';
import { findMessages, findSubscribers } from './find-inbox.ts';
import { findMentions } from './find-mentions.ts';
import { findAudit, findCards, findOnPage } from './find-records.ts';
import { findRotas } from './find-rotas.ts';
import { findStatusSubscribers } from './find-status-subscribers.ts';
import { findAccounts, findContacts, findLog, findOptOuts } from './find-telephony.ts';
import { findSessions, findUsers } from './find-users.ts';
import type { Found, FoundKind } from './found.ts';
import type { Person } from './person.ts';
import { type Reach, searchedIds, wholeTable } from './slices.ts';

type Deps = Pick<CoreDependencies, 'db' | 'now'>;
type Find = (deps: Deps, person: Person, reach: Reach) => AsyncGenerator<Found>;

/** Records of a kind that a search answers. */
const shownRecords = 20;

const finders: Readonly<Record<PersonalKindName, Find>> = {
  users: findUsers,
  sessions: findSessions,
  inbox: ({ db }, person, reach) => findMessages(db, person, reach),
  subscribers: ({ db }, person, reach) => findSubscribers(db, person, reach),
  statusSubscribers: ({ db }, person, reach) => findStatusSubscribers(db, person, reach),
  channels: ({ db }, person, reach) => findChannels(db, person, reach),
  contacts: ({ db }, person, reach) => findContacts(db, person, reach),
  messageLog: ({ db }, person) => findLog(db, person),
  audit: ({ db }, person, reach) => findAudit(db, person, reach),
  optOuts: ({ db }, person) => findOptOuts(db, person),
  accounts: ({ db }, person, reach) => findAccounts(db, person, reach),
  page: ({ db }, person, reach) => findOnPage(db, person, reach),
  rotas: ({ db }, person) => findRotas(db, person),
  mentions: ({ db }, person, reach) => findMentions(db, person, reach),
  boards: ({ db }, person, reach) => findCards(db, person, reach),
};

/** Every record of a kind about the person, read in batches. */
export function everyRecord(deps: Deps, kind: PersonalKindName, person: Person): AsyncGenerator<Found> {
  return finders[kind](deps, person, wholeTable());
}

/**
 * What the product has about a person, by kind, with the first records of each. Lists without an index for the search are
 * read from their newest `searchedIds` rows, with `isWhole` completely.
 */
export async function findPerson(deps: Deps, person: Person, isWhole: boolean): Promise<FoundKind[]> {
  const found: FoundKind[] = [];
  for (const kind of personalKindNames) {
    const reach: Reach = isWhole ? wholeTable() : { maxIds: searchedIds, isPartial: false };
    const records: Found[] = [];
    let count = 0;
    for await (const record of finders[kind](deps, person, reach)) {
      count += 1;
      if (count > countLimit) break;
      if (records.length < shownRecords) records.push(record);
    }
    const isCountExact = count <= countLimit;
    found.push({ kind, count: Math.min(count, countLimit), isCountExact, isPartial: reach.isPartial, records });
  }
  return found;
}
