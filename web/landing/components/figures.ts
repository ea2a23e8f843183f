/** Format of the facts' numbers, also while client/counters.ts counts. */
export const digits = new Intl.NumberFormat('en');

/**
 * Sizes for a list of numbers: at most four columns, in rows as even as possible, and the characters of the longest
 * number, so that all numbers have one size.
 */
export function figureSizes(numbers: readonly number[]): Record<`--${string}`, number> {
  return {
    '--columns': Math.ceil(numbers.length / Math.ceil(numbers.length / 4)),
    '--longest': Math.max(...numbers.map((number) => digits.format(number).length)),
  };
}
