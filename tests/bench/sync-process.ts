// Syncs a provider's complete log into the installation in DATA_DIR and prints its duration and memory.
import { randomBytes } from 'node:crypto';
import { readConfig } from '../../core/config/config.ts';
import { createLog } from '../../core/log/log.ts';
import { createEmbeddedQueue } from '../../core/queue/embedded.ts';
import { openDatabase } from '../../db/open.ts';
import { handlers } from '../../workers/jobs/index.ts';

const config = readConfig(process.env);
const { db, close } = await openDatabase(config);
const shared = { db, log: createLog('warn'), now: () => new Date(), randomBytes };
const queue = createEmbeddedQueue(shared);
const began = performance.now();
await handlers.syncAccountLog.run({ telephonyClientId: 1 }, { ...shared, config, queue });
const milliseconds = performance.now() - began;
const peakMegabytes = process.resourceUsage().maxRSS / 1024;
process.stdout.write(JSON.stringify({ milliseconds, peakMegabytes }));
await queue.close();
await close();
