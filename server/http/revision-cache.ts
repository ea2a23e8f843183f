import type { Database } from '../../db/database.ts';
import { readRevision } from '../../db/query/content-revision.ts';

/** Returns the cached value of the key, or makes it; concurrent callers share one call of `make`. */
export type RevisionCache<Value> = (key: string, make: () => Promise<Value>) => Promise<Value>;

/** Caches what is made from content until the next content write, which each replica sees in `content_revision`. */
export function createRevisionCache<Value>(db: Database): RevisionCache<Value> {
  const entries = new Map<string, { revision: number; value: Promise<Value> }>();
  return async function cached(key, make) {
    // Read the revision before the content: a write in between makes the value once more and never keeps an old one.
    const revision = await readRevision(db);
    const known = entries.get(key);
    if (known?.revision === revision) return known.value;
    const value = make();
    entries.set(key, { revision, value });
    value.catch(() => {
      if (entries.get(key)?.value === value) entries.delete(key);
    });
    return value;
  };
}
