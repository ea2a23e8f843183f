import { z } from 'zod';
import { castTo } from '../../contract/cast.ts';
import { messages } from '../../contract/messages.ts';
import {
  type LogFilter,
  logFilter,
  maskedToken,
  newTelephonyClient,
  telephonyClient,
  telephonyContact,
} from '../../contract/telephony.ts';
import { invalid, unauthorized } from '../errors.ts';
import { newestLogRows } from '../telephony/log-query.ts';
import { scopeOf } from '../telephony/scope.ts';
import { flag, text } from './fields.ts';
import type { RestSection } from './record-routes.ts';
import type { Answer, RestCall, RestRoute } from './route.ts';
import { own, renaming, sentId } from './sent.ts';

const flagOut = z.literal([0, 1]);
const optionalId = z.int().nullish().describe('Left out, null, 0 or empty: a new record is made');

/** Documented names of an account's fields, by ours. */
const accountNames = {
  twilioPhoneNumber: 'TwilioPhoneNumber',
  projectName: 'ProjectName',
  accountSid: 'AccountSID',
  authToken: 'AuthToken',
  phoneNumber: 'PhoneNumber',
} as const;
const userNames = {
  firstName: 'FirstName',
  lastName: 'LastName',
  userName: 'UserName',
  password: 'Password',
} as const;
const contactNames = { twilioPhoneNumber: 'TwilioPhoneNumber', friendlyName: 'FriendlyName' } as const;
const [isActive, isDefault] = [flag('IsActive'), flag('IsDefault')];

type Names = Record<string, string>;

/** What was sent under the documented names, by ours; digits sent as a number are taken for text. */
function sentTexts(body: Record<string, unknown>, names: Names): Record<string, unknown> {
  return Object.fromEntries(Object.entries(names).map(([ours, name]) => [ours, text(name).write(own(body, name))]));
}

function documentedBody(schema: z.ZodObject, names: Names, more: Record<string, z.ZodType>): z.ZodObject {
  const fields = Object.entries(names).map(([ours, name]) => [name, castTo<z.ZodType>(schema.shape[ours])]);
  return z.object({ ...Object.fromEntries(fields), ...more });
}

const flagIn = isActive.input(z.boolean());
const accountData = z.object({
  TwilioClientID: z.int(),
  ClientName: z.string(),
  ProjectName: z.string(),
  TwilioPhoneNumber: z.string(),
  PhoneNumber: z.string(),
  AccountSID: z.string(),
  AuthToken: z.string().describe('A mask; the secret is never read'),
  IsActive: flagOut,
  IsDefault: flagOut,
});
const contactData = z.object({
  Id: z.int(),
  TwilioClientID: z.int(),
  ClientName: z.string(),
  FriendlyName: z.string(),
  TwilioPhoneNumber: z.string(),
  IsActive: flagOut,
});
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

const bit = (value: boolean) => (value ? 1 : 0);

type Caller = RestCall['caller'];
type Account = Awaited<ReturnType<Caller['telephony']['clients']['list']>>[number];
type Contact = Awaited<ReturnType<Caller['telephony']['contacts']['list']>>[number];

function describeAccount(row: Account): z.infer<typeof accountData> {
  return {
    TwilioClientID: row.id,
    ClientName: row.clientName,
    ProjectName: row.projectName,
    TwilioPhoneNumber: row.twilioPhoneNumber,
    PhoneNumber: row.phoneNumber,
    AccountSID: row.accountSid,
    AuthToken: row.authToken,
    IsActive: bit(row.isActive),
    IsDefault: bit(row.isDefault),
  };
}

function describeContact(row: Contact): z.infer<typeof contactData> {
  return {
    Id: row.id,
    TwilioClientID: row.parentId,
    ClientName: row.clientName,
    FriendlyName: row.friendlyName,
    TwilioPhoneNumber: row.twilioPhoneNumber,
    IsActive: bit(row.isActive),
  };
}

async function contactsOf({ caller }: RestCall, sent: unknown): Promise<Answer> {
  // What was sent is unknown here and below; the procedure's schema judges it.
  const rows = await renaming({ parentId: 'Id' }, () =>
    caller.telephony.contacts.list(castTo<never>({ parentId: sent })),
  );
  return { data: rows.map(describeContact) };
}

async function saveClient({ body, caller }: RestCall): Promise<Answer> {
  const values = {
    ...sentTexts(body, accountNames),
    isActive: isActive.write(own(body, 'IsActive')),
    isDefault: isDefault.write(own(body, 'IsDefault')),
  };
  const target = { id: sentId(body, ['TwilioClientID']) ?? null };
  // An update that leaves the secret out, or sends it empty, keeps the stored one.
  const kept = target.id !== null && !own(body, 'AuthToken') ? { authToken: maskedToken } : {};
  const documented = { ...accountNames, id: 'TwilioClientID', isActive: 'IsActive', isDefault: 'IsDefault' };
  const { id } = await renaming(documented, () =>
    caller.telephony.clients.save(castTo<never>({ ...target, values: { ...values, ...kept } })),
  );
  return { message: messages.clientSaved, data: id };
}

async function saveUser({ body, caller }: RestCall): Promise<Answer> {
  const names = { ...userNames, ...accountNames };
  const values = {
    ...sentTexts(body, names),
    isActive: isActive.write(own(body, 'IsActive')),
    isDefault: isDefault.write(own(body, 'IsDefault')),
  };
  const documented = { ...names, isActive: 'IsActive', isDefault: 'IsDefault' };
  const { id } = await renaming(documented, () => caller.telephony.clients.create(castTo<never>({ values })));
  return { message: messages.clientSaved, data: id };
}

async function saveContact({ body, caller }: RestCall): Promise<Answer> {
  const values = { ...sentTexts(body, contactNames), isActive: isActive.write(own(body, 'IsActive')) };
  const input = { id: sentId(body, ['Id', 'id']) ?? null, parentId: sentId(body, ['TwilioClientID']), values };
  const documented = { ...contactNames, isActive: 'IsActive', id: 'Id', parentId: 'TwilioClientID' };
  const { id } = await renaming(documented, () => caller.telephony.contacts.save(castTo<never>(input)));
  return { message: messages.contactAdded, data: id };
}

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

function deletion(
  path: string,
  access: RestRoute['access'],
  key: string,
  what: string,
  remove: (caller: Caller, id: never) => Promise<unknown>,
  message: string,
): RestRoute {
  return {
    method: 'POST',
    path: `/api/twilio/${path}`,
    access,
    summary: what,
    body: z.object({ [key]: z.int() }),
    data: z.int().describe('The id that was deleted'),
    async answer({ body, caller }) {
      const id = sentId(body, [key, key.toLowerCase()]);
      await renaming({ id: key }, () => remove(caller, castTo<never>({ id })));
      return { message, data: id };
    },
  };
}

const filterBody = z.object({
  AccountSID: z.string().optional(),
  MessageID: z.string().optional(),
  ToNumber: z.string().optional(),
  RequestFromNumber: z.string().optional(),
  FromNumber: z.string().optional(),
  TwilioClientID: z.int().optional(),
});
const flags = { IsActive: flagIn, IsDefault: flagIn };
const bounded = 'the newest 1000 entries';

/** The SMS paths (specification, section 7: Telephony). A client reads and changes its own, whatever id it sends. */
export const telephonyRest: RestSection = {
  title: 'Telephony',
  records: [],
  routes: [
    {
      method: 'GET',
      path: '/api/twilio/gettwilioclientinfo',
      access: 'admin',
      summary: 'SMS accounts',
      data: z.array(accountData),
      answer: async ({ caller }) => ({ data: (await caller.telephony.clients.list({})).map(describeAccount) }),
    },
    {
      method: 'GET',
      path: '/api/twilio/gettwilioclientcontactinfo',
      access: 'signedIn',
      summary: 'Contacts: all of them for an Admin, a client’s own',
      data: z.array(contactData),
      answer: (call) => contactsOf(call, undefined),
    },
    {
      method: 'POST',
      path: '/api/twilio/gettwilioclientcontactinfobyid',
      access: 'signedIn',
      summary: 'Contacts of the account with this id; 0: all; a client’s own in any case',
      body: z.object({ Id: z.int() }),
      data: z.array(contactData),
      answer: (call) => contactsOf(call, sentId(call.body, ['Id', 'id'])),
    },
    {
      method: 'POST',
      path: '/api/twilio/savetwilioclientinfo',
      access: 'admin',
      summary:
        'SMS account: creates without an id, updates with one; an empty or masked AuthToken keeps the stored one',
      body: documentedBody(telephonyClient, accountNames, { TwilioClientID: optionalId, ...flags }),
      data: z.int().describe("The account's id"),
      answer: saveClient,
    },
    {
      method: 'POST',
      path: '/api/twilio/savetwilioclientcontactinfo',
      access: 'signedIn',
      summary: 'Contact: creates without an id, updates with one; of a client’s own account in any case',
      body: documentedBody(telephonyContact, contactNames, {
        Id: optionalId,
        TwilioClientID: z.int().optional(),
        IsActive: flagIn,
      }),
      data: z.int().describe("The contact's id"),
      answer: saveContact,
    },
    {
      method: 'POST',
      path: '/api/twilio/saveuserinfo',
      access: 'admin',
      summary: 'Creates a user of the Client role together with their SMS account',
      body: documentedBody(newTelephonyClient, { ...userNames, ...accountNames }, flags),
      data: z.int().describe("The account's id"),
      answer: saveUser,
    },
    deletion(
      'deleteclientinfo',
      'admin',
      'TwilioClientID',
      'Deletes an SMS account with its contacts and users; not the default one',
      (caller, input) => caller.telephony.clients.delete(input),
      messages.deleted,
    ),
    deletion(
      'deleteclientcontactinfo',
      'signedIn',
      'Id',
      'Deletes a contact',
      (caller, input) => caller.telephony.contacts.delete(input),
      messages.contactDeleted,
    ),
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
  ],
};
