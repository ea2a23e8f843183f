/** Trello's limit for one token: requests in a window of so many milliseconds. */
const requests = 100;
const windowMilliseconds = 10_000;

/** What time a limiter goes by. */
export interface Pace {
  now(): Date;
  sleep(milliseconds: number): Promise<void>;
}

/** Lets requests through at the rate Trello allows one token; who comes too early waits, in the order of arrival. */
export class TrelloLimiter {
  /** When each request of the last window was let through. */
  #sent: number[] = [];
  #pausedUntil = 0;
  #queue: Promise<void> = Promise.resolve();

  /** Resolves when the next request may be sent. */
  take(pace: Pace): Promise<void> {
    const turn = this.#queue.then(() => this.#wait(pace));
    this.#queue = turn.catch(() => {});
    return turn;
  }

  /** Lets nothing through for a while: Trello said that its limit is reached. */
  pause(milliseconds: number, { now }: Pace): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, Number(now()) + milliseconds);
  }

  async #wait({ now, sleep }: Pace): Promise<void> {
    for (;;) {
      const time = Number(now());
      this.#sent = this.#sent.filter((at) => at > time - windowMilliseconds && at <= time);
      const [oldest] = this.#sent;
      const isFull = this.#sent.length >= requests && oldest !== undefined;
      const wait = Math.max(this.#pausedUntil - time, isFull ? oldest + windowMilliseconds - time : 0);
      if (wait <= 0) break;
      await sleep(wait);
    }
    this.#sent.push(Number(now()));
  }
}

const limiters = new Map<string, TrelloLimiter>();

/** The limiter of a token: one for all that this process asks in its name. */
export function limiterOf(token: string): TrelloLimiter {
  const limiter = limiters.get(token) ?? new TrelloLimiter();
  limiters.set(token, limiter);
  return limiter;
}
