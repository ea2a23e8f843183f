// Makes a database with a long log on the server of DATABASE_URL and prints the times of its pages.
import { openDatabase } from '../../db/open.ts';
import { createDatabase, databaseUrl } from '../fixture/store.ts';
import { fillPostgresLog } from './telephony-data.ts';
import { timePages } from './telephony-log.ts';

const [name = ''] = process.argv.slice(2);
await createDatabase('template template0', name);
const { db, close } = await openDatabase({ dataDir: '', databaseUrl: databaseUrl(name) });
await fillPostgresLog(databaseUrl(name), Number(process.env.ENTRIES));
process.stdout.write(JSON.stringify(await timePages(db)));
await close();
