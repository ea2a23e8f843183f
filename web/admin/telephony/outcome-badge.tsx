import type { Outcome } from '../../../contract/message-outcomes.ts';
import css from './outcome-badge.module.css';

/** A status in the colour of its meaning; the word alone carries it too. */
export function OutcomeBadge({ outcome, children }: { outcome: Outcome; children: string }) {
  return (
    <span className={css.badge} data-outcome={outcome}>
      {children}
    </span>
  );
}
