import { Postponed } from '../queue/queue.ts';

/**
 * Messages of one account that this process hands over at once. Twilio limits the requests of an account that run at the
 * same time (error 20429), and several processes and other programs share that limit.
 */
const maxSendsPerAccount = 10;
/** Wait after an answer with 429 that names no time. */
const defaultPauseSeconds = 1;

interface Places {
  inFlight: number;
  /** Resolve when a place becomes free; the first one gets it. */
  waiting: (() => void)[];
}

/** Places of the accounts with messages under way, by SID. */
const places = new Map<string, Places>();
/** Accounts that the provider has asked to wait, by SID. */
const pauses = new Map<string, { from: Date; until: Date }>();

/** Runs `send` as soon as one of the account's places is free, in the order of the calls. Throws Postponed while the account pauses. */
export async function atPlaceOf<Result>(
  accountSid: string,
  now: () => Date,
  send: () => Promise<Result>,
): Promise<Result> {
  const own = places.get(accountSid) ?? { inFlight: 0, waiting: [] };
  places.set(accountSid, own);
  if (own.inFlight < maxSendsPerAccount) own.inFlight += 1;
  else await new Promise<void>((resolve) => own.waiting.push(resolve));
  try {
    requireNoPause(accountSid, now());
    return await send();
  } finally {
    const next = own.waiting.shift();
    if (next) next();
    else own.inFlight -= 1;
    if (own.inFlight === 0) places.delete(accountSid);
  }
}

/** Sends nothing for the account during the wait that the provider asks for. */
export function pauseAccount(accountSid: string, now: Date, seconds: number | null): void {
  const until = new Date(Number(now) + (seconds ?? defaultPauseSeconds) * 1000);
  const known = pauses.get(accountSid);
  if (!known || known.until < until) pauses.set(accountSid, { from: now, until });
}

function requireNoPause(accountSid: string, now: Date): void {
  const pause = pauses.get(accountSid);
  if (!pause) return;
  // Before the beginning: the clock was set back.
  if (now < pause.from || now >= pause.until) pauses.delete(accountSid);
  else throw new Postponed('the provider asked to wait', (Number(pause.until) - Number(now)) / 1000);
}
