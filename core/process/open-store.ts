import type { Logger } from 'pino';
import type { OpenDatabase } from '../../db/database.ts';
import { openDatabase } from '../../db/open.ts';
import type { Config } from '../config/config.ts';
import { databaseEvents } from '../log/database-events.ts';
import { isQueueShared } from '../queue/create.ts';
import { requireSecret } from '../telephony/check-secret.ts';

/**
 * Opens the database for a process that keeps running, with the lock of the SQLite file's folder until `close`. Throws a
 * DatabaseError or ConfigError of one line: another process uses the folder, the database cannot be used, or the secret
 * does not decrypt the stored AuthTokens.
 */
export async function openStore(config: Config, log: Logger): Promise<OpenDatabase> {
  const unlock = await lock(config);
  try {
    const opened = await openDatabase(config, databaseEvents(log));
    try {
      // A wrong secret must stop the start, not the first message.
      await requireSecret(opened.db, config);
    } catch (error) {
      await opened.close();
      throw error;
    }
    return {
      ...opened,
      async close() {
        await opened.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

async function lock(config: Config): Promise<() => void> {
  if (config.databaseUrl !== null) return () => {};
  const { lockFolder } = await import('../../db/sqlite/process-lock.ts');
  return lockFolder(config.dataDir, isQueueShared(config) ? 'several processes' : 'one process');
}
