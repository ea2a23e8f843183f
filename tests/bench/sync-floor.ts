// Writes as many rows as a sync with bare multi-row statements: the minimum of a sync.
import type Sqlite from 'better-sqlite3';
import { castTo } from '../../contract/cast.ts';
import { readConfig } from '../../core/config/config.ts';
import type { TwilioMessage } from '../../core/providers/twilio.ts';
import { openDatabase } from '../../db/open.ts';
import { account, entry } from './telephony-data.ts';

const rows = Number(process.env.ENTRIES);
const columns = [
  'telephony_client_id',
  'from_number',
  'request_from',
  'to_number',
  'account_sid',
  'message_sid',
  'status',
  'rank',
  'created_on',
  'segments',
  'body',
  'response',
];
/** Rows per statement, as many as a sync writes. */
const batch = 200;

const { db, close } = await openDatabase(readConfig(process.env));
const connection = castTo<{ $client: Sqlite.Database }>(db).$client;
const places = `(${columns.map(() => '?').join(', ')})`;
const insert = connection.prepare(
  `insert into telephony_messages (${columns.join(', ')}) values ${Array(batch).fill(places).join(', ')}`,
);
let milliseconds = 0;
for (let start = rows; start > 0; start -= batch) {
  const messages = Array.from({ length: batch }, (_, offset) => entry(start - 1 - offset));
  const began = performance.now();
  insert.run(messages.flatMap(valuesOf));
  milliseconds += performance.now() - began;
}
process.stdout.write(JSON.stringify({ milliseconds }));
await close();

function valuesOf(message: TwilioMessage): unknown[] {
  const { from, to, sid, status, body } = message;
  const at = Date.parse(message.date_created ?? '');
  return [1, from, '', to, account.accountSid, sid, status, 7, at, 1, body, JSON.stringify(message)];
}
