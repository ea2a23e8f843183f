/** How often each key was used within a minute of its first use, in this process. */
export interface MinuteLimit {
  /** Counts one more; 0, or the seconds to wait when the key has used its share. */
  consume(key: string): number;
}

const minute = 60_000;

/**
 * A limit that costs the same with one key and with a million: keys are forgotten a generation at a time,
 * without a timer for each.
 */
export function createMinuteLimit(most: number, now: () => Date): MinuteLimit {
  let younger = new Map<string, { since: number; uses: number }>();
  let older = younger;
  let generation = Number(now());
  return {
    consume(key) {
      const time = Number(now());
      // Also when the clock was set back: then everybody starts anew.
      if (time - generation >= minute || time < generation) {
        older = younger;
        younger = new Map();
        generation = time;
      }
      const known = younger.get(key) ?? older.get(key);
      if (!known || time - known.since >= minute || time < known.since) {
        younger.set(key, { since: time, uses: 1 });
        return 0;
      }
      known.uses += 1;
      return known.uses > most ? Math.ceil((known.since + minute - time) / 1000) : 0;
    },
  };
}
