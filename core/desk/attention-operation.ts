import { statfs } from 'node:fs/promises';
import type { CoreDependencies } from '../dependencies.ts';
import { unseenBlindTimes } from '../health/blind-times.ts';
import { watchdogState } from '../health/watchdog.ts';
import { lastBackup } from '../process/last-backup.ts';

/** Less free space than this share of the disk needs an operator. */
const minFreeShare = 0.1;
/** A backup older than this needs an operator, in milliseconds. */
const maxBackupAgeMs = 7 * 86_400_000;

/** Jobs that have failed for good. */
export async function jobItems({ queue }: Pick<CoreDependencies, 'queue'>) {
  const count = await queue.countParked();
  return count === 0 ? [] : [{ kind: 'parkedJobs' as const, count }];
}

/** A disk with little room, where the product's own data are on one. Nothing is known of the disk of a database server. */
export async function diskItems({ config }: Pick<CoreDependencies, 'config'>) {
  if (config.databaseUrl !== null) return [];
  const { bavail, blocks, bsize } = await statfs(config.dataDir);
  const share = blocks === 0 ? 1 : bavail / blocks;
  return share >= minFreeShare ? [] : [{ kind: 'fullDisk' as const, share, freeBytes: bavail * bsize }];
}

/**
 * The last backup if it is old. Only backups of `npm run db:backup` are known; without any the product is backed up in another
 * way, or not at all, and nothing is said.
 */
export async function backupItems({ config, now }: Pick<CoreDependencies, 'config' | 'now'>) {
  const at = await lastBackup(config.dataDir);
  return at === null || Number(now()) - Number(at) <= maxBackupAgeMs ? [] : [{ kind: 'oldBackup' as const, at }];
}

/** Times in which this product itself accepted no pings, until an operator has seen them. */
export async function blindItems({ db, now }: Pick<CoreDependencies, 'db' | 'now'>) {
  return (await unseenBlindTimes(db, now())).map((time) => ({ kind: 'blindTime' as const, ...time }));
}

/** The failing request to WATCHDOG_URL. */
export async function watchdogItems({ config, db }: Pick<CoreDependencies, 'config' | 'db'>) {
  const state = config.watchdogUrl === null ? null : await watchdogState(db);
  if (!state?.problem) return [];
  return [{ kind: 'failingWatchdog' as const, problem: state.problem, succeededAt: state.okAt }];
}
