import type { Logger } from 'pino';
import type { DatabaseEvents } from '../../db/database.ts';
import { throttledErrorLog } from './throttled-error-log.ts';

/** Logs and counts lost database connections; the next query opens a new one. */
export function databaseEvents(log: Logger): DatabaseEvents {
  return { onConnectionLost: throttledErrorLog(log, 'database', 'a connection to the database was lost') };
}
