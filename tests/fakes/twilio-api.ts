import { randomBytes } from 'node:crypto';

/** A message in the format of Twilio's API. */
export interface FakeMessage {
  sid: string;
  account_sid: string;
  from: string;
  to: string;
  body: string;
  status: string;
  direction: 'outbound-api' | 'inbound';
  num_segments: string;
  date_created: string | null;
  date_sent: string | null;
  date_updated: string;
  error_code: number | null;
  error_message: string | null;
  price: string | null;
  price_unit: string;
  uri: string;
}

/** A new SID. */
export function newSid(prefix: 'SM' | 'AC'): string {
  return prefix + randomBytes(16).toString('hex');
}

/** Formats a date per RFC 2822, as the API does. */
export function apiDate(date: Date): string {
  return date.toUTCString().replace('GMT', '+0000');
}

/** A message that the API has just accepted. */
export function newMessage(
  accountSid: string,
  fields: Pick<FakeMessage, 'from' | 'to' | 'body'> & Partial<FakeMessage>,
  now: Date,
): FakeMessage {
  const sid = fields.sid ?? newSid('SM');
  return {
    sid,
    account_sid: accountSid,
    status: 'queued',
    direction: 'outbound-api',
    num_segments: '1',
    date_created: apiDate(now),
    date_sent: null,
    date_updated: apiDate(now),
    error_code: null,
    error_message: null,
    price: null,
    price_unit: 'USD',
    uri: `/2010-04-01/Accounts/${accountSid}/Messages/${sid}.json`,
    ...fields,
  };
}

// Magic numbers of Twilio's test credentials.
const badSenders: ReadonlyMap<string, readonly [number, string]> = new Map([
  ['+15005550001', [21212, "The 'From' number is not a valid phone number."]],
  ['+15005550007', [21606, "The 'From' number is not a valid, SMS-capable number."]],
  ['+15005550008', [21611, "This 'From' number has exceeded the maximum number of queued messages."]],
] as const);
const badReceivers: ReadonlyMap<string, readonly [number, string]> = new Map([
  ['+15005550001', [21211, "The 'To' number is not a valid phone number."]],
  ['+15005550002', [21612, "The 'To' number is not currently reachable."]],
  ['+15005550003', [21408, 'Permission to send an SMS has not been enabled for the region.']],
  ['+15005550004', [21610, 'Attempt to send to unsubscribed recipient']],
  ['+15005550009', [21614, "'To' number is not a valid mobile number"]],
] as const);

/** The API's error for a message that it rejects; null if it accepts the message. */
export function refusalOf(from: string, to: string, body: string): { code: number; message: string } | null {
  if (body === '') return { code: 21602, message: 'Message body is required.' };
  if (body.length > 1600) return { code: 21617, message: 'The concatenated message body exceeds the 1600 limit.' };
  const bad = badReceivers.get(to) ?? badSenders.get(from);
  return bad ? { code: bad[0], message: bad[1] } : null;
}

/** Body of an error answer. */
export function apiError(status: number, code: number, message: string) {
  return { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status };
}

/** One page of a list, the newest first; the token names the last message of the previous page. */
export function pageOf(all: readonly FakeMessage[], query: URLSearchParams, path: string) {
  const size = Math.min(Number(query.get('PageSize') ?? 50), 1000);
  const since = query.get('DateSent>');
  const matching = all
    .filter(({ to }) => !query.has('To') || to === query.get('To'))
    .filter(({ from }) => !query.has('From') || from === query.get('From'))
    .filter(({ date_sent }) => since === null || (date_sent !== null && dayOf(date_sent) >= since))
    .toReversed();
  const token = query.get('PageToken');
  const start = token === null ? 0 : matching.findIndex(({ sid }) => token === `PA${sid}`) + 1;
  const messages = matching.slice(start, start + size);
  const next = new URLSearchParams(query);
  next.set('PageToken', `PA${messages.at(-1)?.sid}`);
  const isLast = start + size >= matching.length;
  return { messages, page_size: size, next_page_uri: isLast ? null : `${path}?${next}` };
}

function dayOf(date: string): string {
  return new Date(date).toISOString().slice(0, 10);
}
