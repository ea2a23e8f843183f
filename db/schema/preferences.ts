import { childOf, choice, json, primaryKey, table } from '../columns.ts';
import { users } from './users.ts';

/** How users have set up a screen, one row per user and screen. */
export const userPreferences = table(
  'user_preferences',
  {
    userId: childOf(() => users.id),
    screen: choice(['messageLog']).notNull(),
    value: json().notNull(),
  },
  (row) => [primaryKey({ columns: [row.userId, row.screen] })],
);
