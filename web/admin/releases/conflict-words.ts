import type { ReleaseConflict } from './answers.ts';
import { nounOf, rowInWords } from './words.ts';

interface ConflictWords {
  sentence: string;
  /** Label of the button that decides for the release; null if that is not possible. */
  release: string | null;
  /** Label of the button that keeps the live page. */
  live: string;
}

const labels = { release: 'Use the release’s', live: 'Keep what visitors see' };

/** What has happened, in a sentence, and the two decisions. `order` is the list's order in the release. */
export function conflictInWords(conflict: ReleaseConflict, order: readonly string[]): ConflictWords {
  const row = rowInWords(conflict);
  const live = titlesIn(conflict.live);
  switch (conflict.kind) {
    case 'field':
      return { ...labels, sentence: `${conflict.field?.label} of the ${row} was changed on the page too.` };
    case 'deleted':
      return {
        sentence: `The ${row} was deleted on the page. This release changes it.`,
        release: 'Bring it back with the release’s changes',
        live: 'Leave it deleted',
      };
    case 'changed':
      return {
        sentence: `This release deletes the ${row}, which has changed on the page since: ${quoted(live)}.`,
        release: 'Delete it all the same',
        live: 'Keep it',
      };
    case 'parent':
      return {
        sentence: `The ${row} is new in this release, but the entry that it belongs to was deleted. To keep it, bring that entry back in the history first.`,
        release: null,
        live: 'Remove it from the release',
      };
    case 'order':
      return {
        sentence: `The order of the list (${nounOf(conflict)}) was changed on the page too. Visitors see ${quoted(live)}; the release has ${quoted(order)}.`,
        ...labels,
      };
  }
}

function titlesIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((title) => typeof title === 'string') : [];
}

function quoted(titles: readonly string[]): string {
  const shown = titles.slice(0, 8).map((title) => `“${title}”`);
  return titles.length > shown.length
    ? `${shown.join(', ')} and ${titles.length - shown.length} more`
    : shown.join(', ');
}
