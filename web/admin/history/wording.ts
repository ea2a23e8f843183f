import type { HistoryCause } from '../../../contract/history.ts';
import { type Change, capitalized, type Entry, hasOneRoot } from './changes.ts';

/** A sentence about a change; `who` is empty if the text says all. */
export interface Sentence {
  who: string;
  text: string;
}

/** Causes that the sentence itself does not name. */
export const causeLabels: Partial<Record<HistoryCause, string>> = {
  release: 'Release',
  account: 'SMS account deleted',
};

/** `Dana` and `deleted the team member “Ada Field” and 2 social links`. */
export function sentenceOf(change: Change): Sentence {
  const { newest } = change;
  const text = change.entries.length === 1 ? deedOf(newest, subjectOf(newest)) : deedsOf(change);
  return spoken(newest, text);
}

/** A sentence in the history of one row, which needs no name: `Dana` and `changed Title and Icon`. */
export function ownSentenceOf({ newest }: Change): Sentence {
  return spoken(newest, deedOf(newest, null));
}

/** What happened to the row of an entry, without the user: `Changed Title of the feature “Lights”`. */
export function deedTextOf(entry: Entry): string {
  return capitalized(deedOf(entry, subjectOf(entry)));
}

function spoken({ cause, userName }: Entry, text: string): Sentence {
  return cause === 'start' ? { who: '', text: capitalized(text) } : { who: userName || 'Vitrine', text };
}

const nounOf = ({ name }: Pick<Entry, 'name'>) => name.charAt(0).toLowerCase() + name.slice(1);

/** `the team member “Ada Field”`. */
export function subjectOf({ name, title }: Pick<Entry, 'name' | 'title'>): string {
  return `the ${nounOf({ name })}${title === '' ? '' : ` “${title}”`}`;
}

const byHand = (cause: HistoryCause) => cause !== 'restore' && cause !== 'undo';

/** `subject` is null in the history of the row itself. */
function deedOf(entry: Entry, subject: string | null): string {
  const { action, cause, changes } = entry;
  const row = subject ?? `this ${nounOf(entry)}`;
  if (cause === 'start') return `first known version of ${row}`;
  if (action === 'create') return `${byHand(cause) ? 'added' : 'brought back'} ${row}`;
  if (action === 'delete') return `${byHand(cause) ? 'deleted' : 'removed'} ${row}`;
  const fields = changes.filter(({ field }) => field !== 'position').map(({ label }) => label);
  const place = changes.find(({ field }) => field === 'position');
  if (fields.length > 0)
    return `${changeVerbs[cause]} ${listed(fields)}${subject === null ? '' : ` ${cause === 'undo' ? 'in' : 'of'} ${subject}`}`;
  if (!place) return `saved ${row} without a change`;
  return `moved ${row} ${byHand(cause) ? '' : 'back '}from place ${place.from} to ${place.to}`;
}

const changeVerbs: Record<HistoryCause, string> = {
  edit: 'changed',
  restore: 'restored',
  undo: 'undid the change of',
  release: 'changed',
  account: 'changed',
  start: 'changed',
};

const groupVerbs = { create: 'added', save: 'changed', delete: 'deleted', reorder: 'moved' } as const;

/** What happened to the rows of a change with several entries. */
function deedsOf(change: Change): string {
  const { root, entries } = change;
  const { cause } = root;
  if (cause === 'start') return 'first known version of the content';
  const actions = new Set(entries.map(({ action }) => action));
  const isWithChildren = actions.size === 1 && (root.action === 'create' || root.action === 'delete');
  if (isWithChildren && hasOneRoot(change)) {
    const children = entries.filter((entry) => entry !== root);
    return `${deedOf(root, subjectOf(root))} and ${counted(children)}`;
  }
  const verbs = { ...groupVerbs, ...(!byHand(cause) && { create: 'brought back', delete: 'removed' }) };
  const deeds = listed(
    [...actions].map((action) => {
      const [first, ...others] = entries.filter((entry) => entry.action === action);
      return `${verbs[action]} ${first && others.length === 0 ? subjectOf(first) : counted(first ? [first, ...others] : [])}`;
    }),
  );
  if (cause === 'restore') return `returned the page to an earlier moment: ${deeds}`;
  if (cause === 'release') return `published a release: ${deeds}`;
  return cause === 'undo' ? `undid a change: ${deeds}` : deeds;
}

/** `2 social links`, `3 features`, `5 records`. */
export function counted(entries: readonly Pick<Entry, 'name'>[]): string {
  const names = new Set(entries.map(nounOf));
  const [noun = 'record'] = names.size === 1 ? names : [];
  return `${entries.length} ${entries.length === 1 ? noun : pluralOf(noun)}`;
}

function pluralOf(noun: string): string {
  if (noun === 'feedback') return 'pieces of feedback';
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  return noun.endsWith('s') ? `${noun}es` : `${noun}s`;
}

/** `Title`, `Title and Icon`, `Title, Icon and 4 more fields`. */
function listed(parts: readonly string[]): string {
  if (parts.length > 4) return `${parts.slice(0, 2).join(', ')} and ${parts.length - 2} more fields`;
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
}
