import type { CoreDependencies } from '../dependencies.ts';

/** Mails of a process under way at once: a mail server that answers after minutes must not take all places of jobs. */
const maxConcurrentMails = 2;
/** How long a job waits for one of these places. */
const maxWaitMs = 5000;
/** A lease that is not renewed ends after this time: its process has died. */
const leaseMs = 60_000;
const renewalMs = 20_000;

/** The row of a mail, in which the process that sends the mail renews its lease. */
export interface MailRow<Row> {
  /** Takes the lease until the given time, unless the mail was sent or another lease has not ended; undefined: not taken. */
  take(now: Date, until: Date): Promise<Row | undefined>;
  /** Extends the lease. */
  renew(until: Date): Promise<unknown>;
  /** Ends the lease of a mail that was not sent. */
  release(): Promise<unknown>;
}

/**
 * Runs `send` while the row has this process's lease, so that no other process sends a copy. Does nothing if the mail was
 * sent or is under way, or if no place becomes free; a sweep enqueues the row again.
 */
export async function sendUnderLease<Row>(
  { now, log }: Pick<CoreDependencies, 'now' | 'log'>,
  row: MailRow<Row>,
  send: (row: Row) => Promise<void>,
): Promise<void> {
  const leave = await enter();
  if (!leave) return log.info('other mails are under way; the mail is sent later');
  const until = () => new Date(Number(now()) + leaseMs);
  try {
    const taken = await row.take(now(), until());
    if (!taken) return;
    const timer = setInterval(() => {
      row
        .renew(until())
        .catch((error: unknown) => log.warn({ err: error }, 'the lease of a mail could not be renewed'));
    }, renewalMs);
    try {
      await send(taken);
    } catch (error) {
      await row.release();
      throw error;
    } finally {
      clearInterval(timer);
    }
  } finally {
    leave();
  }
}

let underWay = 0;
const waiting = new Set<() => void>();

/** Takes a place and returns the function that frees it; null: none became free in time. */
async function enter(): Promise<(() => void) | null> {
  if (underWay < maxConcurrentMails) underWay += 1;
  else if (!(await takeOver())) return null;
  return () => {
    const [next] = waiting;
    if (next) next();
    else underWay -= 1;
  };
}

/** Waits for a place that another mail leaves. */
function takeOver(): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (isTaken: boolean) => {
      clearTimeout(timer);
      waiting.delete(take);
      resolve(isTaken);
    };
    const take = () => settle(true);
    const timer = setTimeout(() => settle(false), maxWaitMs);
    waiting.add(take);
  });
}
