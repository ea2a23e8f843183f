import type { ListedRelease } from './answers.ts';
import css from './releases.module.css';
import { stateInWords } from './words.ts';

/** A release's state in words, with a colour. */
export function StateBadge({ release }: { release: Pick<ListedRelease, 'state' | 'publishedAt' | 'time'> }) {
  return (
    <span className={css.state} data-state={release.state}>
      <span className={css.dot} aria-hidden="true" />
      {stateInWords(release)}
    </span>
  );
}
