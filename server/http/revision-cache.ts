import type { Database } from '../../db/database.ts';
import { currentRevision, readRevision } from '../../db/query/content-revision.ts';

/**
 * Returns the cached value of the key, or makes it for the given content revision; concurrent callers share one call of
 * `make`. With `ask` the database is asked for the revision in any case.
 */
export type RevisionCache<Value> = (
  key: string,
  make: (revision: number) => Promise<Value>,
  options?: { ask: boolean },
) => Promise<Value>;

/** Caches what is made from content until the next content write, which each replica sees in `content_revision`. */
export function createRevisionCache<Value>(db: Database): RevisionCache<Value> {
  const entries = new Map<string, { revision: number; value: Promise<Value> }>();
  return async function cached(key, make, { ask } = { ask: false }) {
    // Read the revision before the content: a write in between makes the value once more and never keeps an old one.
    const revision = await (ask ? readRevision(db) : currentRevision(db));
    const known = entries.get(key);
    if (known?.revision === revision) return known.value;
    const value = make(revision);
    entries.set(key, { revision, value });
    value.catch(() => {
      if (entries.get(key)?.value === value) entries.delete(key);
    });
    return value;
  };
}
