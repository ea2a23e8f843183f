/** When a check runs: its own moment within each interval, so that many checks spread over it. */
interface Slotted {
  id: number;
  everySeconds: number;
}

/** Multiplier of Knuth's hash: neighbouring ids get moments far apart. */
const knuth = 2_654_435_761;

/** The check's first start after `now`. Starts depend on id and interval alone, so every worker finds the same ones. */
export function nextSlot({ id, everySeconds }: Slotted, now: Date): Date {
  const everyMs = everySeconds * 1000;
  const offset = Math.floor(((Math.imul(id, knuth) >>> 0) / 2 ** 32) * everyMs);
  const slot = Math.floor((Number(now) - offset) / everyMs) + 1;
  return new Date(slot * everyMs + offset);
}
