import { createHash } from 'node:crypto';
import type { Database } from '../../db/database.ts';
import { readRevision } from '../../db/query/content-revision.ts';

/** A ready answer with its strong entity tag. */
export interface CachedBody {
  body: string;
  etag: string;
}

/** Keeps answers made of content until the next content write; each replica sees the write in `content_revision`. */
export function createContentCache(db: Database) {
  const kept = new Map<string, CachedBody & { revision: number }>();
  return async function cached(key: string, make: () => Promise<string>): Promise<CachedBody> {
    // Read before the content: an answer made during a write is then made again, never kept too long.
    const revision = await readRevision(db);
    const known = kept.get(key);
    if (known?.revision === revision) return known;
    const fresh = tagged(await make());
    kept.set(key, { ...fresh, revision });
    return fresh;
  };
}

/** An answer with the tag of its bytes: right across upgrades and restored backups too. */
export function tagged(body: string): CachedBody {
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"` };
}
