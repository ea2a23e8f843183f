import type { Instant } from '../shell/time.ts';
import type { Incident } from './answers.ts';
import css from './incidents.module.css';
import { stateOf, stateWords } from './state.ts';

/** The state of an incident: a dot and words. */
export function StateLine({ incident, now }: { incident: Incident; now: Instant }) {
  return (
    <span className={css.state} data-state={stateOf(incident, now)}>
      <span className={css.dot} aria-hidden="true" />
      {stateWords(incident, now)}
    </span>
  );
}
