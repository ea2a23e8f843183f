import { z } from 'zod';
import { castTo } from '../../../contract/cast.ts';
import { messages } from '../../../contract/messages.ts';
import { telephonyContact } from '../../../contract/telephony.ts';
import { own, renaming, sentId } from '../request-body.ts';
import type { Answer, Caller, RestCall, RestRoute } from '../route.ts';
import { bit, deletion, documentedBody, flagIn, flagOut, isActive, optionalId, sentTexts } from './request-body.ts';

/** Documented names of a contact's fields, by ours. */
const contactNames = { twilioPhoneNumber: 'TwilioPhoneNumber', friendlyName: 'FriendlyName' } as const;

const contactData = z.object({
  Id: z.int(),
  TwilioClientID: z.int(),
  ClientName: z.string(),
  FriendlyName: z.string(),
  TwilioPhoneNumber: z.string(),
  IsActive: flagOut,
});

type Contact = Awaited<ReturnType<Caller['telephony']['contacts']['list']>>[number];

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

async function saveContact({ body, caller }: RestCall): Promise<Answer> {
  const values = { ...sentTexts(body, contactNames), isActive: isActive.write(own(body, 'IsActive')) };
  const input = { id: sentId(body, ['Id', 'id']) ?? null, parentId: sentId(body, ['TwilioClientID']), values };
  const documented = { ...contactNames, isActive: 'IsActive', id: 'Id', parentId: 'TwilioClientID' };
  const { id } = await renaming(documented, () => caller.telephony.contacts.save(castTo<never>(input)));
  return { message: messages.contactAdded, data: id };
}

/** Contacts: all of them for an Admin, a client's own. */
export const contactRoutes: readonly RestRoute[] = [
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
  deletion({
    path: 'deleteclientcontactinfo',
    access: 'signedIn',
    key: 'Id',
    summary: 'Deletes a contact',
    remove: (caller, input) => caller.telephony.contacts.delete(input),
    message: messages.contactDeleted,
  }),
];
