import { z } from 'zod';
import { type LogFilter, logFilter } from '../../../contract/telephony.ts';
import { invalid, unauthorized } from '../../../core/errors.ts';
import { newestLogRows } from '../../../core/telephony/log-query.ts';
import { scopeOf } from '../../../core/telephony/scope.ts';
import { text } from '../fields.ts';
import { own, renaming, sentId } from '../request-body.ts';
import type { Answer, RestCall, RestRoute } from '../route.ts';

const logData = z.object({
  TwilioFromNumber: z.string(),
  RequestFrom: z.string(),
  ToNumber: z.string(),
  AccountSID: z.string(),
  MessageID: z.string(),
  TwilioSMSStatus: z.string(),
  CreatedOn: z.iso.datetime(),
  TwilioResponse: z.string().describe('JSON as text, empty without one'),
  ErrorMessage: z.string().describe('JSON as text, empty without one'),
  TwilioClientID: z.int().nullable(),
});

/** Filter names, each with the second spelling the screens use (specification, section 3: SMS log). */
const filterNames = {
  fromNumber: ['FromNumber', 'TwilioFromNumber'],
  toNumber: ['ToNumber', 'toNumber'],
  messageSid: ['MessageID', 'MessageId'],
  accountSid: ['AccountSID', 'AccountSid'],
  requestFrom: ['RequestFromNumber', 'RequestFrom'],
} as const;

async function logRows({ deps, session, body }: RestCall): Promise<Answer> {
  if (!session) throw unauthorized();
  const sent = Object.entries(filterNames).map(([ours, names]) => {
    const values = names.map((name) => text(name).write(own(body, name)));
    return [ours, values.find((value) => value != null && value !== '') ?? ''];
  });
  const documented = {
    ...Object.fromEntries(Object.entries(filterNames).map(([ours, [name]]) => [ours, name])),
    telephonyClientId: 'TwilioClientID',
  };
  const filter = await renaming(documented, async () =>
    checkedFilter({ ...Object.fromEntries(sent), telephonyClientId: sentId(body, ['TwilioClientID']) ?? null }),
  );
  const scope = scopeOf(session, filter.telephonyClientId);
  const rows = await newestLogRows(deps.db, { ...filter, telephonyClientId: scope });
  const asText = (value: unknown) => (value == null ? '' : JSON.stringify(value));
  return {
    data: rows.map((row) => ({
      TwilioFromNumber: row.fromNumber,
      RequestFrom: row.requestFrom,
      ToNumber: row.toNumber,
      AccountSID: row.accountSid,
      MessageID: row.messageSid ?? '',
      TwilioSMSStatus: row.status,
      CreatedOn: row.createdOn.toISOString(),
      TwilioResponse: asText(row.response),
      ErrorMessage: asText(row.error),
      TwilioClientID: row.telephonyClientId,
    })),
  };
}

/** The filter, or 400 with the failing fields. */
function checkedFilter(sent: Record<string, unknown>): LogFilter {
  const parsed = logFilter.safeParse(sent);
  if (parsed.success) return parsed.data;
  throw invalid(Object.fromEntries(parsed.error.issues.map(({ path, message }) => [String(path[0]), message])));
}

const filterBody = z.object({
  AccountSID: z.string().optional(),
  MessageID: z.string().optional(),
  ToNumber: z.string().optional(),
  RequestFromNumber: z.string().optional(),
  FromNumber: z.string().optional(),
  TwilioClientID: z.int().optional(),
});
const bounded = 'the newest 1000 entries';

/** The message log; a client's own. */
export const logRoutes: readonly RestRoute[] = [
  {
    method: 'GET',
    path: '/api/twilio/gettwiliologlist',
    access: 'signedIn',
    summary: `Message log, ${bounded}; a client’s own`,
    data: z.array(logData),
    answer: logRows,
  },
  {
    method: 'POST',
    path: '/api/twilio/gettwiliologlistbyfilter',
    access: 'signedIn',
    summary: `Message log, ${bounded} of those that begin with what is given; RequestFrom and TwilioFromNumber are taken too`,
    body: filterBody,
    data: z.array(logData),
    answer: logRows,
  },
  {
    method: 'POST',
    path: '/api/twilio/gettwiliologlistbytwilioclientid',
    access: 'signedIn',
    summary: `Message log of one account, ${bounded}; a client’s own in any case`,
    body: z.object({ TwilioClientID: z.int().optional() }),
    data: z.array(logData),
    answer: logRows,
  },
];
