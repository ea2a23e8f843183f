import { z } from 'zod';
import { messages } from '../../../contract/messages.ts';
import { maskedToken, newTelephonyClient, telephonyClient } from '../../../contract/telephony.ts';
import { asBit, flagInput, flagOutput, textInput } from '../fields.ts';
import { targetId } from '../ids.ts';
import { requestBody } from '../request-body.ts';
import { type Caller, type RestRoute, route } from '../route.ts';
import { deletion } from './deletion.ts';

const account = telephonyClient.shape;
const user = newTelephonyClient.shape;

const accountFields = {
  twilioPhoneNumber: textInput(account.twilioPhoneNumber, 'TwilioPhoneNumber'),
  projectName: textInput(account.projectName, 'ProjectName'),
  accountSid: textInput(account.accountSid, 'AccountSID'),
  authToken: textInput(account.authToken, 'AuthToken'),
  phoneNumber: textInput(account.phoneNumber, 'PhoneNumber'),
  isActive: flagInput(account.isActive, 'IsActive'),
  isDefault: flagInput(account.isDefault, 'IsDefault'),
};

const accountId = targetId('TwilioClientID');
const accountBody = requestBody({ id: accountId, ...accountFields }, (body) => {
  // An update that leaves out the secret or sends it empty keeps the stored one.
  const isUpdate = !accountId.isBlank(body.TwilioClientID);
  return isUpdate && !body.AuthToken ? { ...body, AuthToken: maskedToken } : body;
});

const userBody = requestBody({
  firstName: textInput(user.firstName, 'FirstName'),
  lastName: textInput(user.lastName, 'LastName'),
  userName: textInput(user.userName, 'UserName'),
  password: textInput(user.password, 'Password'),
  ...accountFields,
});

const accountOutput = z.object({
  TwilioClientID: z.int(),
  ClientName: z.string(),
  ProjectName: z.string(),
  TwilioPhoneNumber: z.string(),
  PhoneNumber: z.string(),
  AccountSID: z.string(),
  AuthToken: z.string().describe('A mask; the secret is never read'),
  IsActive: flagOutput,
  IsDefault: flagOutput,
});

type Account = Awaited<ReturnType<Caller['telephony']['clients']['list']>>[number];

function documentedAccount(row: Account): z.infer<typeof accountOutput> {
  return {
    TwilioClientID: row.id,
    ClientName: row.clientName,
    ProjectName: row.projectName,
    TwilioPhoneNumber: row.twilioPhoneNumber,
    PhoneNumber: row.phoneNumber,
    AccountSID: row.accountSid,
    AuthToken: row.authToken,
    IsActive: asBit(row.isActive),
    IsDefault: asBit(row.isDefault),
  };
}

/** SMS accounts, for Admins only. */
export const accountRoutes: readonly RestRoute[] = [
  route({
    method: 'GET',
    path: '/api/twilio/gettwilioclientinfo',
    access: ['telephony:read'],
    summary: 'SMS accounts',
    output: z.array(accountOutput),
    handle: async ({ caller }) => ({ data: (await caller.telephony.clients.list({})).map(documentedAccount) }),
  }),
  route({
    method: 'POST',
    path: '/api/twilio/savetwilioclientinfo',
    access: ['telephony:write'],
    summary: 'SMS account: creates without an id, updates with one; an empty or masked AuthToken keeps the stored one',
    input: accountBody,
    output: z.int().describe("The account's id"),
    async handle({ caller }, { id, ...values }) {
      const saved = await caller.telephony.clients.save({ id, values });
      return { message: messages.clientSaved, data: saved.id };
    },
  }),
  route({
    method: 'POST',
    path: '/api/twilio/saveuserinfo',
    access: ['telephony:write'],
    summary: 'Creates a user of the Client role together with their SMS account',
    input: userBody,
    output: z.int().describe("The account's id"),
    async handle({ caller }, values) {
      const { id } = await caller.telephony.clients.create({ values });
      return { message: messages.clientSaved, data: id };
    },
  }),
  deletion({
    path: 'deleteclientinfo',
    access: ['telephony:write'],
    key: 'TwilioClientID',
    summary: 'Deletes an SMS account with its contacts and users; not the default one',
    remove: (caller, input) => caller.telephony.clients.delete(input),
    message: messages.deleted,
  }),
];
