/** A fault that changes nothing which a caller, a user or an operator could notice; `npm run mutate` leaves the fault out. */
export interface EquivalentFault {
  file: string;
  /** The line with the fault's first character, without spaces around. */
  line: string;
  /** Code that the fault replaces, and its replacement, as `npm run mutate` prints them. */
  code: string;
  replacement: string;
  because: string;
}

/** Each with its reason. A fault that only needs an elaborate test does not belong here. */
export const equivalentFaults: readonly EquivalentFault[] = [];
