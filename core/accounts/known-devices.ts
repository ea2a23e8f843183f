import { hash } from 'node:crypto';
import { and, eq, lt } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { userDevices, users } from '../../db/schema/users.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { countFailure } from '../metrics/registry.ts';
import { createMailer } from '../providers/mail.ts';
import { deviceOf } from './device.ts';
import { mailNewDevice } from './jobs.ts';

/** A device that has not signed in for so long is new again, in days. */
const forgottenAfterDays = 400;

/** What a sign-in shows of its device. */
export interface SignInDevice {
  ip: string;
  /** The address, of IPv6 its /64 network. */
  network: string;
  userAgent: string;
  /** Value of the browser's cookie; undefined for programs and for the first sign-in of a browser. */
  cookie: string | undefined;
}

/**
 * Remembers the device of a sign-in, and mails the user if it is new: neither the browser's cookie nor this kind of program
 * at this address is known. Says nothing of a user's first device. Never throws, because the sign-in is done.
 */
export async function noticeDevice(deps: CoreDependencies, userId: number, device: SignInDevice): Promise<void> {
  const { db, log, queue, now, config } = deps;
  const at = now();
  try {
    const known = await devicesOf(db, userId);
    const own = hashesOf(device);
    await remember(db, userId, own, at);
    if (known.size === 0 || own.some((one) => known.has(one))) return;
    const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId));
    if (!user?.email || !createMailer(config)) return;
    await queue.enqueue(mailNewDevice, {
      userId,
      device: deviceOf(device.userAgent),
      ip: device.ip,
      at: at.toISOString(),
    });
  } catch (error) {
    countFailure('queue');
    log.error({ err: error, userId }, 'the mail about the sign-in from a new device failed');
  }
}

async function devicesOf(db: Database, userId: number): Promise<Set<string>> {
  const rows = await db
    .select({ hash: userDevices.deviceHash })
    .from(userDevices)
    .where(eq(userDevices.userId, userId));
  return new Set(rows.map((row) => row.hash));
}

function hashesOf({ cookie, network, userAgent }: SignInDevice): string[] {
  const place = `place ${deviceOf(userAgent)} ${network}`;
  return [...(cookie === undefined ? [] : [`cookie ${cookie}`]), place].map((text) => hash('sha256', text, 'hex'));
}

function remember(db: Database, userId: number, hashes: readonly string[], at: Date): Promise<unknown> {
  const old = new Date(Number(at) - forgottenAfterDays * 86_400_000);
  const rows = hashes.map((deviceHash) => ({ userId, deviceHash, firstUsedAt: at, lastUsedAt: at }));
  return atomically(db, (tx) => [
    tx.delete(userDevices).where(and(eq(userDevices.userId, userId), lt(userDevices.lastUsedAt, old))),
    tx
      .insert(userDevices)
      .values(rows)
      .onConflictDoUpdate({ target: [userDevices.userId, userDevices.deviceHash], set: { lastUsedAt: at } }),
  ]);
}
