import type { FocusEvent } from 'react';

/**
 * True if focus has left a field, so that its validation message may appear. False if focus moves to a button: the
 * message would move the button away from the pointer before the click, and submitting validates every field anyway.
 */
export function hasLeftField(event: FocusEvent<HTMLElement>): boolean {
  const next = event.relatedTarget;
  return !event.currentTarget.contains(next) && !(next instanceof HTMLButtonElement);
}
