/** How long a visitor waits for a database that does not respond: at first, and after a failure. */
const timeoutMs = { usual: 5000, failing: 200 } as const;

/** Returns a function that makes a value; if that fails or takes too long, the function returns the last value it made. */
export function lastGood<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let last: Promise<Value> | undefined;
  let isFailing = false;
  return async () => {
    const made = make();
    made.then(
      () => {
        last = made;
        isFailing = false;
      },
      () => {
        isFailing = true;
      },
    );
    const fallback = last;
    if (!fallback) return made;
    return new Promise((resolve, reject) => {
      const useFallback = () => {
        isFailing = true;
        fallback.then(resolve, reject);
      };
      const timer = setTimeout(useFallback, isFailing ? timeoutMs.failing : timeoutMs.usual);
      made.then(resolve, useFallback).finally(() => clearTimeout(timer));
    });
  };
}
