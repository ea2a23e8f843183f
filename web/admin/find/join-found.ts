import { foundCounts } from '../../../contract/find.ts';
import type { Found } from './results.ts';

/**
 * The results of all answers to one text. Those of the first answer keep their places, because the user may be about to open
 * one; below them the best of the older rows, as many again.
 */
export function joinFound([first, ...further]: readonly Found[]): Found | undefined {
  if (!first || further.length === 0) return first;
  const older = <Row extends Ranked>(
    rows: readonly Row[],
    of: (found: Found) => readonly Row[],
    most: number,
  ): Row[] => {
    const known = new Set(rows.map(keyOf));
    const added = further.flatMap(of).filter((row) => !known.has(keyOf(row)));
    return [...rows, ...added.toSorted((a, b) => a.rank - b.rank).slice(0, most)];
  };
  return {
    records: older(first.records, ({ records }) => records, foundCounts.records),
    servers: older(first.servers, ({ servers }) => servers, foundCounts.servers),
    accounts: older(first.accounts, ({ accounts }) => accounts, foundCounts.accounts),
    contacts: older(first.contacts, ({ contacts }) => contacts, foundCounts.contacts),
    users: older(first.users, ({ users }) => users, foundCounts.users),
    messages: older(first.messages, ({ messages }) => messages, foundCounts.messages),
    next: further.at(-1)?.next ?? null,
  };
}

interface Ranked {
  id: number;
  rank: number;
  /** Of a record of the page, whose ids are unique in its table only. */
  section?: string;
  record?: string;
}

const keyOf = ({ id, section = '', record = '' }: Ranked) => `${section}.${record} ${id}`;
