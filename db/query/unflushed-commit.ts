import { type SQL, sql } from 'drizzle-orm';
import { dialect } from '../dialect.ts';

/**
 * A condition of an update or a delete that is always true. On Postgres the statement's own transaction is then committed
 * without waiting for the disk: the change is visible at once, and lost if the database server crashes within a second.
 * Use it only outside of `atomically`, and only for rows whose loss no caller notices.
 */
export const commitUnflushed: SQL | undefined =
  dialect === 'postgres' ? sql`set_config('synchronous_commit', 'off', true) is not null` : undefined;
