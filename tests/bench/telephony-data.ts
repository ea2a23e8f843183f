import { sql } from 'drizzle-orm';
import pg from 'pg';
import { castTo } from '../../contract/cast.ts';
import { readConfig } from '../../core/config/config.ts';
import type { TwilioMessage } from '../../core/providers/twilio.ts';
import { secretBox } from '../../core/telephony/secrets.ts';
import type { OpenDatabase } from '../../db/database.ts';
import { openDatabase } from '../../db/open.ts';
import { telephonyClients } from '../../db/schema/telephony.ts';
import { apiDate, newMessage } from '../fakes/twilio-api.ts';

/** The account whose log is measured. */
export const account = { accountSid: `AC${'a'.repeat(32)}`, authToken: 'b'.repeat(32), number: '+15007770001' };
/** Time of the first entry, and milliseconds between entries. */
const start = Date.UTC(2026, 0, 1);
const step = 1000;

/** SID of the n-th entry. */
export const sidOf = (place: number) => `SM${place.toString(16).padStart(32, '0')}`;
/** Receiver of the n-th entry: one of 5000. */
export const receiverOf = (place: number) => `+1500${String(place % 5000).padStart(7, '0')}`;

/** The n-th entry in the provider's format. */
export function entry(place: number): TwilioMessage {
  const at = new Date(start + place * step);
  const fields = {
    sid: sidOf(place),
    from: account.number,
    to: receiverOf(place),
    body: `Server ${place} has been offline since ${at.toISOString()}: no ping came in time.`,
    status: 'delivered',
    date_sent: apiDate(at),
  };
  return castTo<TwilioMessage>(newMessage(account.accountSid, fields, at));
}

/** Makes an installation with the account and this many entries in its log. */
export async function seedLog(dataDir: string, entries: number): Promise<OpenDatabase> {
  const opened = await openDatabase({ dataDir, databaseUrl: null });
  const { db } = opened;
  await db.insert(telephonyClients).values({
    projectName: 'Harbour',
    twilioPhoneNumber: account.number,
    phoneNumber: account.number,
    accountSid: account.accountSid,
    authToken: secretBox(readConfig({ DATA_DIR: dataDir })).seal(account.authToken),
    isDefault: true,
    isActive: true,
    createdAt: new Date(start),
  });
  if (entries === 0) return opened;
  // Numbers and SIDs that occur once, sometimes, and almost always.
  const response = JSON.stringify(entry(0));
  const numbers = sql`with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n < ${entries - 1})`;
  db.run(sql`insert into telephony_messages
    (telephony_client_id, from_number, request_from, to_number, account_sid, message_sid, status, rank, created_on, response)
    ${numbers} select 1, ${account.number}, iif(n % 1000, '', '+15005559999'), '+1500' || printf('%07d', n % 5000),
      ${account.accountSid}, 'SM' || printf('%032x', n), iif(n % 50, 'delivered', 'failed'), 7, ${start} + n * ${step},
      ${response} from numbers`);
  return opened;
}

/** Fills the log of a new PostgreSQL database like `seedLog`, without an account. */
export async function fillPostgresLog(connectionString: string, entries: number): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(
    `insert into telephony_messages
    (from_number, request_from, to_number, account_sid, message_sid, status, rank, created_on, response)
    select $1, case when n % 1000 = 0 then '+15005559999' else '' end, '+1500' || lpad((n % 5000)::text, 7, '0'),
      $2, 'SM' || lpad(to_hex(n), 32, '0'), case when n % 50 = 0 then 'failed' else 'delivered' end, 7,
      to_timestamp($3::float8 / 1000 + n), $4 from generate_series(0, $5::int) n`,
    [account.number, account.accountSid, start, JSON.stringify(entry(0)), entries - 1],
  );
  await client.query('vacuum analyze');
  await client.end();
}
