import { type SQL, sql } from 'drizzle-orm';
import { dialect } from '../dialect.ts';

/**
 * A condition of an update or a delete that is always true. On Postgres the statement's own transaction is then committed
 * without waiting for the disk: the change is visible at once, and lost if the database server crashes within a second.
 * Belongs in a statement outside of `atomically` that writes nothing which a caller is told to be stored.
 */
export const commitUnflushed: SQL | undefined =
  dialect === 'postgres' ? sql`set_config('synchronous_commit', 'off', true) is not null` : undefined;
