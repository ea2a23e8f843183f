import type { FocusEvent } from 'react';

/**
 * True when focus has left a field for good and its check may be shown. Not when it goes to a button: the message would
 * move the button away under the pointer before the click is complete, and a submit checks every field anyway.
 */
export function hasLeftField(event: FocusEvent<HTMLElement>): boolean {
  const next = event.relatedTarget;
  return !event.currentTarget.contains(next) && !(next instanceof HTMLButtonElement);
}
