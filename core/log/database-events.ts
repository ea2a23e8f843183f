import type { Logger } from 'pino';
import type { DatabaseEvents } from '../../db/database.ts';
import { connectionLog } from './throttled-error-log.ts';

/** What a process does about its database: lost connections are logged and counted; the next query opens another one. */
export function databaseEvents(log: Logger): DatabaseEvents {
  return { onConnectionLost: connectionLog(log, 'database', 'a connection to the database was lost') };
}
