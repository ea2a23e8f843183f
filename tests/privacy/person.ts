import { statusRank } from '../../contract/telephony.ts';
import { alarmIncidents, incidentEntries } from '../../db/schema/alarm-incidents.ts';
import { alarmChannels } from '../../db/schema/alarms.ts';
import { inboxMessages } from '../../db/schema/inbox.ts';
import { statusSubscribers } from '../../db/schema/status-subscribers.ts';
import { subscribers } from '../../db/schema/subscribe.ts';
import { telephonyClients, telephonyContacts, telephonyMessages, telephonyOptOuts } from '../../db/schema/telephony.ts';
import type { Dependencies } from '../../server/dependencies.ts';

const log = telephonyMessages;

/** The person of the tests, the number of the SMS account, and another person. */
export const ada = { email: 'ada@example.com', number: '+15005550101' };
export const ben = { email: 'ben@example.com', number: '+15005550102' };
export const ownNumber = '+15005550100';
export const day = 86_400_000;

const price = { price: '-0.00750', price_unit: 'USD', num_segments: '1', status: 'delivered' };

/** Stores records about both people in every list that has some. */
export async function addPeople(deps: Pick<Dependencies, 'db'>, at: Date) {
  const { db } = deps;
  await db.insert(inboxMessages).values([
    { name: 'Ada Lovelace', email: 'Ada@Example.com', message: '=1+1 hello', receivedAt: at },
    { name: 'Ada Lovelace', email: ada.email, message: 'Again', receivedAt: at },
    { name: 'Ben Bitdiddle', email: ben.email, message: `My colleague ${ada.email} asks too`, receivedAt: at },
  ]);
  const subscriber = { subscribedAt: at, consentText: 'Yes', consentVersion: '1' };
  await db.insert(subscribers).values([
    { ...subscriber, email: ada.email, token: 'a' },
    { ...subscriber, email: ben.email, token: 'b' },
  ]);
  const reader = { askedAt: at, confirmedAt: at };
  await db.insert(statusSubscribers).values([
    { ...reader, email: ada.email, token: 'a' },
    { ...reader, email: ben.email, token: 'b' },
  ]);
  const channel = { kind: 'email' as const, sealed: 'never opened here', createdAt: at };
  await db.insert(alarmChannels).values([
    { ...channel, name: 'Ada', target: 'Ada@Example.com' },
    { ...channel, name: 'Ben', target: ben.email },
  ]);
  const [account] = await db
    .insert(telephonyClients)
    .values({
      clientName: 'Harbour',
      projectName: 'Harbour',
      twilioPhoneNumber: ownNumber,
      phoneNumber: '+15005550109',
      accountSid: 'AC1',
      authToken: 'never opened here',
      isDefault: false,
      isActive: true,
      createdAt: at,
    })
    .returning();
  if (!account) throw new Error('no account');
  const telephonyClientId = account.id;
  const contacts = await db
    .insert(telephonyContacts)
    .values(
      [ada, ben].map(({ number }, place) => ({
        parentId: telephonyClientId,
        friendlyName: place === 0 ? 'Ada Lovelace' : 'Ben Bitdiddle',
        twilioPhoneNumber: number,
        isActive: true,
      })),
    )
    .returning();
  const [adasContact, bensContact] = contacts;
  if (!adasContact || !bensContact) throw new Error('no contacts');
  await db.insert(telephonyOptOuts).values({ telephonyClientId, phoneNumber: ada.number, optedOutAt: at });
  const message = { telephonyClientId, accountSid: 'AC1', createdOn: at, body: 'Alarm', segments: 1 };
  const sent = { ...message, fromNumber: ownNumber, status: 'delivered' as const, rank: statusRank.delivered };
  await db.insert(log).values([
    {
      ...sent,
      toNumber: ada.number,
      messageSid: 'SM1',
      contactId: adasContact.id,
      delivery: 'done',
      response: { ...price, to: ada.number, body: 'Alarm' },
      error: { code: 30003, message: `to ${ada.number}` },
    },
    // To an earlier number of the contact.
    { ...sent, toNumber: '+15005550111', messageSid: 'SM2', contactId: adasContact.id, delivery: 'done' },
    // From Ada, and relayed to Ben.
    {
      ...sent,
      status: 'received',
      fromNumber: ada.number,
      requestFrom: ada.number,
      toNumber: ownNumber,
      messageSid: 'SM3',
    },
    { ...sent, requestFrom: ada.number, toNumber: ben.number, messageSid: 'SM4', contactId: bensContact.id },
    { ...sent, toNumber: ben.number, messageSid: 'SM5', contactId: bensContact.id },
    {
      ...sent,
      toNumber: ada.number,
      contactId: adasContact.id,
      status: 'queued',
      rank: statusRank.queued,
      delivery: 'waiting',
      eventKey: 'waiting',
    },
    {
      ...sent,
      toNumber: ada.number,
      contactId: adasContact.id,
      status: 'queued',
      rank: statusRank.queued,
      delivery: 'handing-over',
      eventKey: 'under way',
    },
  ]);
  const [incident] = await db
    .insert(alarmIncidents)
    .values({
      kind: 'outage',
      openKey: 'past',
      title: 'Shop was offline',
      openedAt: at,
      resolvedAt: at,
      linkKey: 'unused',
    })
    .returning();
  if (!incident) throw new Error('no incident');
  const note = { incidentId: incident.id, at, event: 'note' as const, who: 'admin' };
  await db.insert(incidentEntries).values([
    { ...note, text: `Called ${ada.email}: the disk was full` },
    { ...note, text: `Called ${ben.email}` },
  ]);
  return { telephonyClientId, adasContact: adasContact.id };
}
