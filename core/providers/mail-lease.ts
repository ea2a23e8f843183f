import { and, eq, lte } from 'drizzle-orm';
import { mailLeases } from '../../db/schema/mail.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { Postponed } from '../queue/queue.ts';

/** Mails of a process under way at once: a mail server that answers after minutes must not take all places of jobs. */
const maxConcurrentMails = 2;
/** How long a job waits for one of these places. */
const maxWaitMs = 5000;
/** A lease that is not renewed ends after this time: its process has died. */
const leaseMs = 15_000;
const renewalMs = 5_000;

/**
 * Runs `send` while this process has the lease of the mail with this key, so that no other process sends a copy. Throws
 * Postponed if the mail is under way or no place becomes free. `send` checks whether the mail was sent before.
 */
export async function sendUnderLease(
  { db, now, log }: Pick<CoreDependencies, 'db' | 'now' | 'log'>,
  key: string,
  send: () => Promise<void>,
): Promise<void> {
  const leave = await enter();
  if (!leave) throw new Postponed('other mails are under way', maxWaitMs / 1000);
  const untilLater = () => new Date(Number(now()) + leaseMs);
  let until = untilLater();
  const ownLease = () => and(eq(mailLeases.key, key), eq(mailLeases.until, until));
  try {
    const taken = await db
      .insert(mailLeases)
      .values({ key, until })
      .onConflictDoUpdate({ target: mailLeases.key, set: { until }, setWhere: lte(mailLeases.until, now()) })
      .returning({ key: mailLeases.key });
    if (taken.length === 0) throw new Postponed('the mail is under way', await remainingSeconds());
    const timer = setInterval(() => {
      renew().catch((error: unknown) => log.warn({ err: error, key }, 'the lease of a mail could not be renewed'));
    }, renewalMs);
    try {
      await send();
    } finally {
      clearInterval(timer);
      await db.delete(mailLeases).where(ownLease());
    }
  } finally {
    leave();
  }

  async function remainingSeconds(): Promise<number> {
    const [lease] = await db.select().from(mailLeases).where(eq(mailLeases.key, key));
    return Math.max(Number(lease?.until ?? 0) - Number(now()), 1000) / 1000;
  }

  async function renew() {
    const later = untilLater();
    await db.update(mailLeases).set({ until: later }).where(ownLease());
    until = later;
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
