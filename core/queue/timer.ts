/** Calls back once after so many milliseconds; the function it returns calls that off. */
export type Timer = (milliseconds: number, callback: () => void) => () => void;

/** The machine's own. */
export const systemTimer: Timer = (milliseconds, callback) => {
  const timeout = setTimeout(callback, milliseconds);
  return () => clearTimeout(timeout);
};
