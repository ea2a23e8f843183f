/** Calls back once after the given milliseconds; returns a function that cancels the timer. */
export type Timer = (milliseconds: number, callback: () => void) => () => void;

/** The timer of the machine. */
export const systemTimer: Timer = (milliseconds, callback) => {
  const timeout = setTimeout(callback, milliseconds);
  return () => clearTimeout(timeout);
};
