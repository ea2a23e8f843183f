/** Trello's limit for one token: requests in a window. */
const maxRequests = 100;
const windowMs = 10_000;

/** The clock of a limiter. */
export interface Pace {
  now(): Date;
  sleep(milliseconds: number): Promise<void>;
}

/** Limits requests to Trello's rate for one token; excess requests wait in the order of arrival. */
export class TrelloLimiter {
  /** When each request of the last window was sent. */
  #sent: number[] = [];
  #pausedUntil = 0;
  /** Longest pause so far. */
  #pauseMs = 0;
  #queue: Promise<void> = Promise.resolve();

  /** Resolves when the next request may be sent. */
  take(pace: Pace): Promise<void> {
    const next = this.#queue.then(() => this.#wait(pace));
    this.#queue = next.catch(() => {});
    return next;
  }

  /** Holds all requests for a while: Trello reported that its limit is reached. */
  pause(milliseconds: number, { now }: Pace): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, Number(now()) + milliseconds);
    this.#pauseMs = Math.max(this.#pauseMs, milliseconds);
  }

  async #wait({ now, sleep }: Pace): Promise<void> {
    for (;;) {
      const time = Number(now());
      this.#sent = this.#sent.filter((at) => at > time - windowMs && at <= time);
      const [oldest] = this.#sent;
      const isFull = this.#sent.length >= maxRequests && oldest !== undefined;
      // A later end of the pause was set before the clock was set back.
      if (this.#pausedUntil - time > this.#pauseMs) this.#pausedUntil = time;
      const wait = Math.max(this.#pausedUntil - time, isFull ? oldest + windowMs - time : 0);
      if (wait <= 0) break;
      await sleep(wait);
    }
    this.#sent.push(Number(now()));
  }
}

const limiters = new Map<string, TrelloLimiter>();

/** The limiter of a token, shared by all requests of this process with the token. */
export function limiterOf(token: string): TrelloLimiter {
  const limiter = limiters.get(token) ?? new TrelloLimiter();
  limiters.set(token, limiter);
  return limiter;
}
