import { viewAt } from '../records/record-view.ts';
import { formatDateTime, type Instant } from '../shell/time.ts';
import type { ReleaseChange } from './answers.ts';

/** "No changes", "1 change", "12 changes". */
export function countOfChanges(count: number): string {
  if (count === 0) return 'No changes';
  return count === 1 ? '1 change' : `${count} changes`;
}

interface StateFacts {
  state: ReleaseState;
  publishedAt: Instant | null;
  time: { words: string } | null;
}

type ReleaseState = 'open' | 'scheduled' | 'published' | 'cancelled';

/** A release's state, with its time. */
export function stateInWords({ state, publishedAt, time }: StateFacts): string {
  if (state === 'scheduled') return `Scheduled for ${time?.words ?? ''}`;
  if (state === 'published') return `Published ${publishedAt === null ? '' : formatDateTime(publishedAt)}`;
  return state === 'open' ? 'Open' : 'Cancelled';
}

/** A record's noun in sentences: 'plan feature'. */
export function nounOf({ record, name }: Pick<ReleaseChange, 'record' | 'name'>): string {
  return viewAt(record)?.noun ?? name.toLowerCase();
}

/** The row of a change in sentences: 'plan “Small boat”'. */
export function rowInWords(change: Pick<ReleaseChange, 'record' | 'name' | 'title'>): string {
  const noun = nounOf(change);
  return change.title === '' ? noun : `${noun} “${change.title}”`;
}

/** What a change does: 'New plan', 'Changed', 'Deleted', 'New order'. */
export function deedOf(change: Pick<ReleaseChange, 'action' | 'isNew' | 'record' | 'name'>): string {
  if (change.action === 'delete') return 'Deleted';
  if (change.action === 'reorder') return 'New order';
  return change.isNew ? `New ${nounOf(change)}` : 'Changed';
}
