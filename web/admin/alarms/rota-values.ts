import type { RotaOverride, RotaTurn } from '../../../contract/alarm-rotas.ts';
import type { Rota } from './answers.ts';

/** Turns with the same times and person, as one entry of the form. */
export interface DraftTurn {
  /** React key. */
  key: number;
  days: number[];
  from: string;
  until: string;
  contactId: number | null;
}

/** A replacement that is being entered. */
export interface DraftOverride {
  key: number;
  from: string;
  until: string;
  contactId: number | null;
}

/** The form's input. */
export interface RotaDraft {
  name: string;
  timeZone: string;
  source: 'turns' | 'calendar';
  /** Address of another calendar; empty keeps the stored one. */
  calendar: string;
  turns: DraftTurn[];
  overrides: DraftOverride[];
}

/** Names of the days, Monday first. */
export const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

let keys = 0;
/** A React key that no entry has yet. */
export function nextKey(): number {
  keys += 1;
  return keys;
}

/** The input of a stored rota, or of a new one. */
export function draftOf(rota: Rota | undefined): RotaDraft {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  if (!rota) return { name: '', timeZone, source: 'turns', calendar: '', turns: [], overrides: [] };
  const groups = Map.groupBy(rota.turns, ({ from, until, contactId }) => `${from} ${until} ${contactId}`);
  return {
    name: rota.name,
    timeZone: rota.timeZone,
    source: rota.calendarHost === null ? 'turns' : 'calendar',
    calendar: '',
    turns: [...groups.values()].flatMap(([first, ...others]) =>
      first ? [{ ...first, key: nextKey(), days: [first.day, ...others.map(({ day }) => day)] }] : [],
    ),
    overrides: rota.overrides.map((one) => ({ ...one, key: nextKey() })),
  };
}

/** What is missing in a turn; undefined: nothing. */
export function turnProblem({ days, from, until, contactId }: DraftTurn): string | undefined {
  if (days.length === 0) return 'Choose at least one day';
  if (from === '' || until === '') return 'Enter when the turn begins and ends';
  return contactId === null ? 'Choose who is on call' : undefined;
}

/** What is missing in a replacement; undefined: nothing. */
export function overrideProblem({ from, until, contactId }: DraftOverride): string | undefined {
  if (from === '' || until === '') return 'Enter when the replacement begins and ends';
  if (from >= until) return 'The end must be after the beginning';
  return contactId === null ? 'Choose who is on call' : undefined;
}

/** What is missing in the address; undefined: nothing. */
export function calendarProblem({ source, calendar }: RotaDraft, rota: Rota | undefined): string | undefined {
  const isMissing = source === 'calendar' && calendar.trim() === '' && !rota?.calendarHost;
  return isMissing ? 'Enter the address of the calendar' : undefined;
}

/** True if an entry that counts has a problem. */
export function hasProblem({ source, turns, overrides }: RotaDraft): boolean {
  return (source === 'turns' && turns.some(turnProblem)) || overrides.some(overrideProblem);
}

/** The address as the server takes it: undefined keeps the stored one, an empty one means turns. */
export function addressOf({ source, calendar }: RotaDraft): string | undefined {
  if (source === 'turns') return '';
  return calendar.trim() === '' ? undefined : calendar;
}

/** Turns and replacements as the server takes them; entries with a problem are left out. */
export function planOf({ timeZone, source, turns, overrides }: RotaDraft) {
  return {
    timeZone,
    // The turns of the form are kept until a calendar is saved.
    turns: (source === 'calendar' ? [] : turns).filter((one) => turnProblem(one) === undefined).flatMap(turnsOf),
    overrides: overrides.filter((one) => overrideProblem(one) === undefined).flatMap(overrideOf),
  };
}

function turnsOf({ days, from, until, contactId }: DraftTurn): RotaTurn[] {
  return contactId === null ? [] : days.toSorted().map((day) => ({ day, from, until, contactId }));
}

function overrideOf({ from, until, contactId }: DraftOverride): RotaOverride[] {
  return contactId === null ? [] : [{ from: from.slice(0, 16), until: until.slice(0, 16), contactId }];
}
