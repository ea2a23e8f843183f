import { and, eq } from 'drizzle-orm';
import { defaultLogPreferences, type LogPreferences, logPreferences } from '../../contract/message-log.ts';
import type { Database } from '../../db/database.ts';
import { userPreferences } from '../../db/schema/preferences.ts';

const screen = 'messageLog';

/** How a user has set up the log. */
export async function readLogPreferences(db: Database, userId: number): Promise<LogPreferences> {
  const own = and(eq(userPreferences.userId, userId), eq(userPreferences.screen, screen));
  const [row] = await db.select({ value: userPreferences.value }).from(userPreferences).where(own);
  // An older version may have stored another form.
  return logPreferences.safeParse(row?.value).data ?? defaultLogPreferences;
}

/** Stores how a user has set up the log. */
export async function saveLogPreferences(db: Database, userId: number, value: LogPreferences): Promise<void> {
  await db
    .insert(userPreferences)
    .values({ userId, screen, value })
    .onConflictDoUpdate({ target: [userPreferences.userId, userPreferences.screen], set: { value } });
}
