import { z } from 'zod';
import { activeFlag, count, fieldInfo, flag, hinted, id, line } from './fields.ts';
import { newPassword } from './passwords.ts';
import { maxMessageLength } from './sms-segments.ts';

/** Shown instead of a stored AuthToken, which never leaves the server; saving it keeps the stored one. */
export const maskedToken = '********';

/** Removes spaces, dashes, dots and brackets from a typed number. */
export function compactNumber(written: string): string {
  return written.replace(/[\s().\-\u2010-\u2015]/g, '');
}

/** Required telephone number, stored in E.164 form; accepts separators, and a leading 00 instead of the plus. */
function phoneNumber(label: string) {
  const message = `${label} must be in international form: + and up to 15 digits, such as +15005550006`;
  return line(label, 40)
    .transform((written) => compactNumber(written).replace(/^00/, '+'))
    .refine((number) => /^\+[1-9]\d{1,14}$/.test(number), message)
    .register(fieldInfo, { label, maxLength: 40 });
}

/** Required AccountSID: AC and 32 hexadecimal digits. */
const accountSid = hinted(
  line('AccountSID', 34)
    .regex(/^AC[0-9a-fA-F]{32}$/, 'AccountSID must be AC and 32 hexadecimal digits')
    .register(fieldInfo, { label: 'AccountSID', maxLength: 34 }),
  'AC and 32 hexadecimal digits, from the Twilio console',
);

/** The account's secret: 32 hexadecimal digits at the provider; a gateway's may differ. */
function authToken(hint: string) {
  const token = line('AuthToken', 128)
    .regex(/^(?:\*{8}|[\w-]{8,128})$/, 'AuthToken takes 8 to 128 letters, digits, - or _')
    .register(fieldInfo, { label: 'AuthToken', maxLength: 128 });
  return hinted(token, hint);
}

/** Limits of a new account. */
export const defaultLimits = { testsPerDay: 50, relaysPerDay: 1000 } as const;

/** Daily limit of messages; undefined keeps the stored one. */
function limit(label: string) {
  return count(label, 0, 100_000).optional().register(fieldInfo, { label });
}

const accountFields = {
  twilioPhoneNumber: phoneNumber('Twilio Phone Number'),
  projectName: line('Project Name', 120),
  accountSid,
  authToken: authToken('Stored encrypted and never shown again. ******** keeps the stored token.'),
  phoneNumber: phoneNumber('Phone Number'),
  isActive: activeFlag('Only active clients send and pass on messages'),
  isDefault: hinted(flag('IsDefault'), 'One client at most; a default client cannot be deleted'),
  testsPerDay: hinted(limit('Test Messages per Day'), 'Test messages of the client’s own users. Alarms have no limit.'),
  relaysPerDay: hinted(
    limit('Relayed Messages per Day'),
    'Messages to the number that are passed on, counted for each contact',
  ),
  answersHelp: hinted(
    flag('Answer HELP').optional().register(fieldInfo, { label: 'Answer HELP' }),
    'Twilio replies to HELP itself. Yes only where its replies are switched off.',
  ),
};

/** An SMS account of a client (specification, sections 3 and 5: telephony client). */
export const telephonyClient = z.object(accountFields);

/** A new account together with the user who signs in to it (panel 'Add New Client'). */
export const newTelephonyClient = z.object({
  firstName: line('First Name', 60),
  lastName: line('Last Name', 60),
  userName: hinted(line('User Name', 120), 'Name for signing in'),
  password: hinted(newPassword.register(fieldInfo, { label: 'Password', maxLength: 200 }), 'At least 6 characters'),
  ...accountFields,
  authToken: authToken('Stored encrypted and never shown again'),
});

/** A number that receives an account's messages (specification, sections 3 and 5: client contact). */
export const telephonyContact = z.object({
  twilioPhoneNumber: hinted(phoneNumber('Twilio Phone Number'), 'The number that gets the messages'),
  friendlyName: line('Friendly Name', 120),
  isActive: activeFlag('Only active contacts get messages'),
});

/** Text of a message. */
export const messageText = line('Message', maxMessageLength);

/** The provider's statuses of a message. */
export const messageStatuses = [
  'accepted',
  'scheduled',
  'queued',
  'sending',
  'receiving',
  'sent',
  'partially_delivered',
  'undelivered',
  'failed',
  'canceled',
  'received',
  'delivered',
  'read',
] as const;
export type MessageStatus = (typeof messageStatuses)[number];

/** Progress of each status: a message's status only changes to a higher rank. */
export const statusRank: Record<MessageStatus, number> = {
  scheduled: 1,
  accepted: 2,
  queued: 3,
  sending: 4,
  receiving: 4,
  sent: 5,
  partially_delivered: 6,
  undelivered: 7,
  failed: 7,
  canceled: 7,
  received: 7,
  delivered: 7,
  read: 8,
};

/** Statuses of this rank and above are final. */
export const finalRank = 7;

const filterText = (label: string) => z.string().trim().max(64, `${label} takes at most 64 characters`).default('');

/** Filters of the message log (specification, section 2: Twilio Logs): prefixes; an empty one is ignored. */
export const logFilter = z.object({
  fromNumber: filterText('From Number'),
  toNumber: filterText('To Number'),
  messageSid: filterText('Message Id'),
  accountSid: filterText('Account SID'),
  requestFrom: filterText('Request From Number'),
  telephonyClientId: id.nullish(),
});
export type LogFilter = z.output<typeof logFilter>;
