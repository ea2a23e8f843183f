import { z } from 'zod';
import { type LogFilter, logFilter } from '../../../contract/telephony.ts';
import { newestLogRows } from '../../../core/telephony/log-query.ts';
import { dateOf } from '../../../core/telephony/log-rows.ts';
import { scopeOf } from '../../../core/telephony/scope.ts';
import { signedIn } from '../../accounts/access.ts';
import { textInput } from '../fields.ts';
import { optionalId } from '../ids.ts';
import { requestBody } from '../request-body.ts';
import { type RestCall, type RestResult, type RestRoute, route } from '../route.ts';

const logOutput = z.object({
  TwilioFromNumber: z.string(),
  RequestFrom: z.string(),
  ToNumber: z.string(),
  AccountSID: z.string(),
  MessageID: z.string(),
  TwilioSMSStatus: z.string(),
  CreatedOn: z.iso.datetime().nullable().describe('Null if the provider gives no date'),
  TwilioResponse: z.string().describe('JSON as text, empty without one'),
  ErrorMessage: z.string().describe('JSON as text, empty without one'),
  TwilioClientID: z.int().nullable(),
});

const { shape } = logFilter;
const accountFilter = requestBody({ telephonyClientId: optionalId('TwilioClientID') });
/** Filters, each with the second spelling the screens use (specification, section 3: SMS log). */
const filterBody = requestBody({
  accountSid: textInput(shape.accountSid, 'AccountSID', 'AccountSid'),
  messageSid: textInput(shape.messageSid, 'MessageID', 'MessageId'),
  toNumber: textInput(shape.toNumber, 'ToNumber', 'toNumber'),
  requestFrom: textInput(shape.requestFrom, 'RequestFromNumber', 'RequestFrom'),
  fromNumber: textInput(shape.fromNumber, 'FromNumber', 'TwilioFromNumber'),
  telephonyClientId: optionalId('TwilioClientID'),
});

const noFilter: LogFilter = logFilter.parse({});

async function logRows(
  { deps, session }: RestCall,
  filter: LogFilter,
): Promise<RestResult<z.infer<typeof logOutput>[]>> {
  const scope = scopeOf(signedIn({ session }), filter.telephonyClientId);
  const rows = await newestLogRows(deps.db, { ...filter, telephonyClientId: scope });
  return {
    data: rows.map((row) => ({
      TwilioFromNumber: row.fromNumber,
      RequestFrom: row.requestFrom,
      ToNumber: row.toNumber,
      AccountSID: row.accountSid,
      MessageID: row.messageSid ?? '',
      TwilioSMSStatus: row.status,
      CreatedOn: dateOf(row)?.toISOString() ?? null,
      TwilioResponse: asText(row.response),
      ErrorMessage: asText(row.error),
      TwilioClientID: row.telephonyClientId,
    })),
  };
}

function asText(value: unknown): string {
  return value == null ? '' : JSON.stringify(value);
}

const bounded = 'the newest 1000 entries';

/** The message log; a client's own. */
export const logRoutes: readonly RestRoute[] = [
  route({
    method: 'GET',
    path: '/api/twilio/gettwiliologlist',
    access: ['telephony:read', 'telephony:own'],
    summary: `Message log, ${bounded}; a client’s own`,
    output: z.array(logOutput),
    handle: (call) => logRows(call, noFilter),
  }),
  route({
    method: 'POST',
    path: '/api/twilio/gettwiliologlistbyfilter',
    access: ['telephony:read', 'telephony:own'],
    summary: `Message log, ${bounded} of those that begin with what is given; RequestFrom and TwilioFromNumber are taken too`,
    input: filterBody,
    output: z.array(logOutput),
    handle: logRows,
  }),
  route({
    method: 'POST',
    path: '/api/twilio/gettwiliologlistbytwilioclientid',
    access: ['telephony:read', 'telephony:own'],
    summary: `Message log of one account, ${bounded}; a client’s own in any case`,
    input: accountFilter,
    output: z.array(logOutput),
    handle: (call, filter) => logRows(call, { ...noFilter, ...filter }),
  }),
];
