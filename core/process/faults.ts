import { statSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { type DatabaseFault, faultOf } from '../../db/faults.ts';
import { newestAppliedMigration, newestKnownMigration } from '../../db/migrations/version.ts';
import { atomically } from '../../db/query/atomically.ts';
import { readRevision } from '../../db/query/content-revision.ts';
import { contentRevision } from '../../db/schema/content.ts';
import { sqliteFile } from '../../db/sqlite/open.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { opensAllSecrets } from '../telephony/check-secret.ts';
import { secretBox } from '../telephony/secrets.ts';

/** A reason why the product does not work as it should, although the process runs. */
export type Fault = DatabaseFault | 'replaced' | 'secret';

/** Every fault, for a metric with a value for each. */
export const faults: readonly Fault[] = [
  'full',
  'read-only',
  'damaged',
  'emptied',
  'newer',
  'unreachable',
  'replaced',
  'secret',
];

type Deps = Pick<CoreDependencies, 'db' | 'config'>;

/** Age up to which a result counts: requests of strangers must not cause a write each. */
const maxAgeMs = 2000;
/** A database that takes longer does not respond. */
const timeoutMs = 3000;

interface Check {
  at: number;
  result: Promise<Fault | null>;
}

const checks = new WeakMap<Database, Check>();

/** The fault of this process's database or secret, at most two seconds old; null: none. Never rejects. */
export function currentFault(deps: Deps): Promise<Fault | null> {
  const known = checks.get(deps.db);
  if (known && performance.now() - known.at < maxAgeMs) return known.result;
  const result = bounded(findFault(deps));
  checks.set(deps.db, { at: performance.now(), result });
  return result;
}

async function findFault(deps: Deps): Promise<Fault | null> {
  const { db, config } = deps;
  try {
    if (config.databaseUrl === null) {
      const file = fileFault(db, sqliteFile(config.dataDir));
      if (file !== null) return file;
    }
    if ((await newestAppliedMigration(db)) > newestKnown) return 'newer';
    if ((await readRevision(db)) === 0) return 'emptied';
    await writeAndUndo(db);
    return (await opensAllSecrets(db, secretBox(config))) ? null : 'secret';
  } catch (error) {
    return faultOf(error) ?? 'unreachable';
  }
}

/** Shows that the disk has room and can be written. SQLite skips the write of an update that changes nothing. */
async function writeAndUndo(db: Database): Promise<void> {
  const probe = { id: 2, revision: 0 };
  await atomically(db, (tx) => [
    tx.insert(contentRevision).values(probe).onConflictDoNothing(),
    tx.delete(contentRevision).where(eq(contentRevision.id, probe.id)),
  ]);
}

const newestKnown = newestKnownMigration();
/** The file that each database had at the first check. */
const inodes = new WeakMap<Database, number>();

/** A process keeps its open file when another one takes the name; every write would be lost with the process. */
function fileFault(db: Database, path: string): Fault | null {
  const { ino, size } = statSync(path, { throwIfNoEntry: false }) ?? { ino: 0, size: 0 };
  const first = inodes.get(db) ?? ino;
  inodes.set(db, first);
  if (ino !== first || ino === 0) return 'replaced';
  return size === 0 ? 'emptied' : null;
}

function bounded(check: Promise<Fault | null>): Promise<Fault | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve('unreachable'), timeoutMs);
    check.then(resolve).finally(() => clearTimeout(timer));
  });
}
