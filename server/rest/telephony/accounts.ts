import { z } from 'zod';
import { castTo } from '../../../contract/cast.ts';
import { messages } from '../../../contract/messages.ts';
import { maskedToken, newTelephonyClient, telephonyClient } from '../../../contract/telephony.ts';
import { own, renaming, sentId } from '../request-body.ts';
import type { Answer, Caller, RestCall, RestRoute } from '../route.ts';
import {
  bit,
  deletion,
  documentedBody,
  flagIn,
  flagOut,
  isActive,
  isDefault,
  optionalId,
  sentTexts,
} from './request-body.ts';

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

type Account = Awaited<ReturnType<Caller['telephony']['clients']['list']>>[number];

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

const flags = { IsActive: flagIn, IsDefault: flagIn };

/** SMS accounts, an Admin's alone. */
export const accountRoutes: readonly RestRoute[] = [
  {
    method: 'GET',
    path: '/api/twilio/gettwilioclientinfo',
    access: 'admin',
    summary: 'SMS accounts',
    data: z.array(accountData),
    answer: async ({ caller }) => ({ data: (await caller.telephony.clients.list({})).map(describeAccount) }),
  },
  {
    method: 'POST',
    path: '/api/twilio/savetwilioclientinfo',
    access: 'admin',
    summary: 'SMS account: creates without an id, updates with one; an empty or masked AuthToken keeps the stored one',
    body: documentedBody(telephonyClient, accountNames, { TwilioClientID: optionalId, ...flags }),
    data: z.int().describe("The account's id"),
    answer: saveClient,
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
  deletion({
    path: 'deleteclientinfo',
    access: 'admin',
    key: 'TwilioClientID',
    summary: 'Deletes an SMS account with its contacts and users; not the default one',
    remove: (caller, input) => caller.telephony.clients.delete(input),
    message: messages.deleted,
  }),
];
