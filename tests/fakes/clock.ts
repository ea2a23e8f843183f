/** A clock that moves only when a test moves it, with timers that follow it. */
export class ManualClock {
  #time: number;
  readonly #timers = new Set<{ at: number; callback: () => void }>();

  constructor(start = '2026-03-02T08:00:00.000Z') {
    this.#time = Date.parse(start);
  }

  /** The current time; usable as `deps.now`. */
  readonly now = (): Date => new Date(this.#time);

  /** A `Timer` of the embedded queue. */
  readonly timer = (milliseconds: number, callback: () => void): (() => void) => {
    const timer = { at: this.#time + milliseconds, callback };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  };

  /** Sets the clock back, as an operator or a time server does; timers keep their remaining time. */
  setBack(seconds: number): void {
    this.#time -= seconds * 1000;
    for (const timer of this.#timers) timer.at -= seconds * 1000;
  }

  /** Pending timers. */
  get waiting(): number {
    return this.#timers.size;
  }

  /** Moves the clock, stopping at each timer so that its work can happen. */
  async elapse(seconds: number): Promise<void> {
    const end = this.#time + seconds * 1000;
    await idle();
    for (let next = this.#nextUntil(end); next; next = this.#nextUntil(end)) {
      this.#time = Math.max(this.#time, next.at);
      this.#timers.delete(next);
      next.callback();
      await idle();
    }
    this.#time = end;
    await idle();
  }

  #nextUntil(end: number) {
    return [...this.#timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
  }
}

/** Resolves when one of the pending operations ends; undefined if none is pending. */
type Busy = () => Promise<unknown> | undefined;

const databases = new Set<Busy>();

/** Makes clocks wait for a database that answers over a connection; returns a function that ends this. */
export function waitForDatabase(busy: Busy): () => void {
  databases.add(busy);
  return () => databases.delete(busy);
}

/** Waits for all work that needs no time except the database's. */
export async function idle(): Promise<void> {
  for (let quiet = 0; quiet < 12; quiet += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    for (const busy of databases) {
      for (let answer = busy(); answer; answer = busy()) {
        await answer;
        quiet = 0;
      }
    }
  }
}

/** Waits until the condition is true, for work that takes real time, such as a connection; fails after 10 s. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 10_000;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`not true within 10 s: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
