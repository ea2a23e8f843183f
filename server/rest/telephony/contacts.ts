import { z } from 'zod';
import { messages } from '../../../contract/messages.ts';
import { telephonyContact } from '../../../contract/telephony.ts';
import { asBit, flagInput, flagOutput, textInput } from '../fields.ts';
import { optionalId, targetId } from '../ids.ts';
import { requestBody } from '../request-body.ts';
import { type Caller, type RestRoute, route } from '../route.ts';
import { deletion } from './deletion.ts';

const { shape } = telephonyContact;
const contactBody = requestBody({
  twilioPhoneNumber: textInput(shape.twilioPhoneNumber, 'TwilioPhoneNumber'),
  friendlyName: textInput(shape.friendlyName, 'FriendlyName'),
  id: targetId('Id', 'id'),
  parentId: optionalId('TwilioClientID'),
  isActive: flagInput(shape.isActive, 'IsActive'),
});

const contactOutput = z.object({
  Id: z.int(),
  TwilioClientID: z.int(),
  ClientName: z.string(),
  FriendlyName: z.string(),
  TwilioPhoneNumber: z.string(),
  IsActive: flagOutput,
});

type Contact = Awaited<ReturnType<Caller['telephony']['contacts']['list']>>[number];

function documentedContact(row: Contact): z.infer<typeof contactOutput> {
  return {
    Id: row.id,
    TwilioClientID: row.parentId,
    ClientName: row.clientName,
    FriendlyName: row.friendlyName,
    TwilioPhoneNumber: row.twilioPhoneNumber,
    IsActive: asBit(row.isActive),
  };
}

/** Contacts: all of them for an Admin, a client's own. */
export const contactRoutes: readonly RestRoute[] = [
  route({
    method: 'GET',
    path: '/api/twilio/gettwilioclientcontactinfo',
    access: ['telephony:read', 'telephony:own'],
    summary: 'Contacts: all of them for an Admin, a client’s own',
    output: z.array(contactOutput),
    handle: async ({ caller }) => ({ data: (await caller.telephony.contacts.list({})).map(documentedContact) }),
  }),
  route({
    method: 'POST',
    path: '/api/twilio/gettwilioclientcontactinfobyid',
    access: ['telephony:read', 'telephony:own'],
    summary: 'Contacts of the account with this id; 0: all; a client’s own in any case',
    input: requestBody({ parentId: optionalId('Id', 'id') }),
    output: z.array(contactOutput),
    async handle({ caller }, input) {
      return { data: (await caller.telephony.contacts.list(input)).map(documentedContact) };
    },
  }),
  route({
    method: 'POST',
    path: '/api/twilio/savetwilioclientcontactinfo',
    access: ['telephony:write', 'telephony:own'],
    summary: 'Contact: creates without an id, updates with one; of a client’s own account in any case',
    input: contactBody,
    output: z.int().describe("The contact's id"),
    async handle({ caller }, { id, parentId, ...values }) {
      const saved = await caller.telephony.contacts.save({ id, parentId, values });
      return { message: messages.contactAdded, data: saved.id };
    },
  }),
  deletion({
    path: 'deleteclientcontactinfo',
    access: ['telephony:write', 'telephony:own'],
    key: 'Id',
    summary: 'Deletes a contact',
    remove: (caller, input) => caller.telephony.contacts.delete(input),
    message: messages.contactDeleted,
  }),
];
