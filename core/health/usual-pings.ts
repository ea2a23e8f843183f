// What the statements for usual pings have in common on both databases.

/** Columns of a stored ping that come with the ping. */
export const givenColumns = 'at, kind, exit_code, method, user_agent, body';

/** Condition for a server whose next success is usual if its last ping is old enough. The times of cron are not SQL's to find. */
export const isUsual = `status = 'online' and started_at is null and (interval <> 'none' or period_seconds is not null)
  and cron is null and sweep_at is not null`;

/** Replaces the oldest ping in a full ring. */
export const replaceOldest = `on conflict (client_id, slot) do update set at = excluded.at, kind = excluded.kind,
  exit_code = excluded.exit_code, duration_milliseconds = null, method = excluded.method,
  user_agent = excluded.user_agent, body = excluded.body`;
