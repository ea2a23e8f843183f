import { and, asc, eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { isOneOf } from '../../db/query/json-rows.ts';
import type { alarmRotas } from '../../db/schema/alarm-rotas.ts';
import { telephonyClients, telephonyContacts } from '../../db/schema/telephony.ts';
import type { Period, Rota } from './rota.ts';

/** A contact who can be on call. */
export interface Person {
  id: number;
  name: string;
  /** Name of the SMS account. */
  account: string;
}

/** What decides who is on call, as it is stored. */
export type StoredPlan = Pick<typeof alarmRotas.$inferSelect, 'timeZone' | 'turns' | 'overrides' | 'calendarEvents'>;

/** The active contacts of active accounts, by name; of `ids` alone if given. */
export async function activePeople(db: Database, ids?: readonly number[]): Promise<Person[]> {
  const { id, friendlyName, parentId, isActive } = telephonyContacts;
  return db
    .select({ id, name: friendlyName, account: telephonyClients.projectName })
    .from(telephonyContacts)
    .innerJoin(telephonyClients, eq(telephonyClients.id, parentId))
    .where(and(eq(isActive, true), eq(telephonyClients.isActive, true), ids ? isOneOf(id, ids) : undefined))
    .orderBy(asc(friendlyName), asc(id));
}

/** Ids of all contacts that turns and replacements name. */
export function namedIds({ turns, overrides }: Pick<StoredPlan, 'turns' | 'overrides'>): number[] {
  return [...new Set([...turns, ...overrides].map(({ contactId }) => contactId))];
}

/**
 * The rota of those people: turns and replacements of other contacts do not count, and shifts of the calendar belong to the people
 * that their titles name. `problems` says what does not count.
 */
export function withPeople(plan: StoredPlan, people: readonly Person[]): { rota: Rota; problems: string[] } {
  const known = new Set(people.map(({ id }) => id));
  const isKnown = ({ contactId }: { contactId: number }) => known.has(contactId);
  const { turns, overrides, timeZone } = plan;
  const { events, problems } = eventsOf(plan.calendarEvents ?? [], people);
  if (!turns.every(isKnown)) problems.push('Turns name a contact who is deleted or inactive: they do not count.');
  if (!overrides.every(isKnown))
    problems.push('Replacements name a contact who is deleted or inactive: they do not count.');
  return { rota: { timeZone, turns: turns.filter(isKnown), overrides: overrides.filter(isKnown), events }, problems };
}

/** Unknown names that a problem lists. */
const maxListed = 5;

function eventsOf(stored: NonNullable<StoredPlan['calendarEvents']>, people: readonly Person[]) {
  const byName = Map.groupBy(people, ({ name }) => nameKey(name));
  const [unknown, ambiguous] = [new Set<string>(), new Set<string>()];
  const events: Period[] = [];
  for (const { from, until, title } of stored)
    for (const name of namesIn(title, byName)) {
      const [first, ...others] = byName.get(nameKey(name)) ?? [];
      if (!first) unknown.add(name);
      else events.push({ from: new Date(from), until: new Date(until), contactId: first.id });
      if (others.length > 0) ambiguous.add(name);
    }
  return {
    events,
    problems: [
      ...(unknown.size === 0 ? [] : [`Names in the calendar that no active contact has: ${listed(unknown)}.`]),
      ...(ambiguous.size === 0 ? [] : [`Several contacts have this name, the first is on call: ${listed(ambiguous)}.`]),
    ],
  };
}

/** The title itself if it is a name, or its parts between commas. */
function namesIn(title: string, known: ReadonlyMap<string, unknown>): string[] {
  if (known.has(nameKey(title))) return [title.trim()];
  const parts = title.split(/[,;]/).map((part) => part.trim());
  const names = parts.filter((part) => part !== '');
  return names.length === 0 ? ['(no title)'] : names;
}

function nameKey(name: string): string {
  return name.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();
}

function listed(names: ReadonlySet<string>): string {
  const all = [...names];
  const rest = all.length - maxListed;
  return `${all.slice(0, maxListed).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
