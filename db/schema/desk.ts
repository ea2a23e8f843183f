import { count, instant, table } from '../columns.ts';
import { users } from './users.ts';

/** Visits of the dashboard: the current one of each user, and when the visit before it ended. */
export const deskVisits = table('desk_visits', {
  userId: count()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Last request of the current visit. */
  seenAt: instant().notNull(),
  /** Last request of the visit before. Null: the current visit is the first. */
  previousAt: instant(),
});

/** Recorded pings of all servers by hour, for the last days. */
export const pingHours = table('ping_hours', {
  hour: instant().primaryKey(),
  pings: count().notNull(),
});
