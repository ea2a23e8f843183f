/** A button that does nothing at the end of the list keeps the focus, unlike one that is disabled. */
export function unless(isPossible: boolean) {
  return isPossible ? {} : ({ 'aria-disabled': true, 'data-disabled': true } as const);
}
