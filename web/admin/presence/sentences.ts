import type { RecordView } from '../records/record-view.ts';
import type { OtherEditor } from './open-form.ts';

type Named = Pick<RecordView, 'noun' | 'fields'>;

/** In an order that a new answer does not change: who is typing, then by name, the user's other window last. */
export function inOrder(others: readonly OtherEditor[]): OtherEditor[] {
  const rank = ({ isYou, field }: OtherEditor) => (isYou ? 2 : field === '' ? 1 : 0);
  return others.toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
}

/** Who else has the row open, and what the first one does: 'Dana Field is typing in Title'. */
export function presenceText(others: readonly OtherEditor[], view: Named): string {
  const [first, ...rest] = inOrder(others);
  if (!first) return '';
  const typing = labelOf(first.field, view);
  if (typing === undefined) return `${subjectOf(others)} editing this ${view.noun}`;
  const more = rest.length === 0 ? '' : `, ${rest.length} ${rest.length === 1 ? 'other is' : 'others are'} here`;
  return `${subjectOf([first])} typing in ${typing}${more}`;
}

/** Who has come and who has left between two answers, for screen readers; changes of the field are left out. */
export function changeText(before: readonly OtherEditor[], after: readonly OtherEditor[], { noun }: Named): string {
  const [left, come] = [missingFrom(after, before), missingFrom(before, after)];
  return [
    come.length > 0 && `${subjectOf(come)} editing this ${noun}.`,
    left.length > 0 && `${subjectOf(left)} no longer editing this ${noun}.`,
  ]
    .filter((text) => text !== false)
    .join(' ');
}

/** The initials of the first and the last part of a name: 'DF' for Dana Field, `dana.field` and dana.field@harbour.example. */
export function initialsOf(name: string): string {
  const parts = (name.split('@')[0] ?? '').split(/[\s._-]+/).filter((part) => part !== '');
  const [first = '', last = ''] = [parts[0], parts.length > 1 ? parts.at(-1) : ''];
  // Spread: a letter may have two code units.
  return ([...first][0] ?? '').concat([...last][0] ?? '').toUpperCase();
}

function missingFrom(present: readonly OtherEditor[], others: readonly OtherEditor[]): OtherEditor[] {
  return others.filter(({ name, isYou }) => !present.some((one) => one.name === name && one.isYou === isYou));
}

/** Subject and verb: 'Dana Field is', 'Dana Field and 2 others are'. */
function subjectOf(others: readonly OtherEditor[]): string {
  const [first, second, ...rest] = inOrder(others);
  if (!first) return '';
  if (!second) return first.isYou ? 'You, in another window, are' : `${first.name} is`;
  if (rest.length > 0) return `${first.name} and ${rest.length + 1} others are`;
  return `${first.name} and ${second.isYou ? 'you, in another window,' : second.name} are`;
}

function labelOf(field: string, { fields }: Named): string | undefined {
  return fields.find(({ name }) => name === field)?.info.label;
}
