import { and, type Column, eq, gte, lt, or, type SQL } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { isOneOf } from '../../db/query/json-rows.ts';
import { alarmGroups } from '../../db/schema/alarms.ts';
import { eventOf } from '../telephony/message-event.ts';

/** Notifications about several servers that are read for one of them. */
const maxGroups = 600;

/** The events of a server since a time. */
export interface ServerEvents {
  /** Matches the keys of the server's own events, `health-<id>-<milliseconds>-<kind>`, and of notifications about several servers. */
  isOne(key: Column): SQL | undefined;
  /** What an event said, and when the server's state changed. */
  aboutOf(key: string | null): { about: 'offline' | 'online' | 'reminder' | 'held'; eventAt: Date } | null;
}

/** Reads which notifications were about a server since a time. */
export async function serverEvents(db: Database, clientId: number, since: Date): Promise<ServerEvents> {
  const rows = await db
    .select({ key: alarmGroups.groupKey, at: alarmGroups.at })
    .from(alarmGroups)
    .where(and(eq(alarmGroups.clientId, clientId), gte(alarmGroups.at, since)))
    .limit(maxGroups);
  const groups = new Map(rows.map(({ key, at }) => [key, at]));
  const keys = [...groups.keys()];
  const [begin, end] = [`health-${clientId}-${Number(since)}`, `health-${clientId}.`];
  return {
    isOne: (key) => or(and(gte(key, begin), lt(key, end)), keys.length === 0 ? undefined : isOneOf(key, keys)),
    aboutOf: (key) => {
      const event = eventOf(key);
      if (event === null || !('server' in event)) return null;
      const about = event.kind === 'status' ? (event.status === 'online' ? 'online' : 'offline') : event.kind;
      return { about, eventAt: groups.get(key ?? '') ?? event.at };
    },
  };
}
