import { and, asc, eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { clients } from '../../db/schema/clients.ts';
import { telephonyClients, telephonyContacts, telephonyOptOuts } from '../../db/schema/telephony.ts';
import { type ListedChannel, listedChannels } from '../alarms/listed-channels.ts';
import { companyMailbox } from '../content/company-mailbox.ts';
import type { CoreDependencies } from '../dependencies.ts';

/** A contact of the server's account, and why alarms do not reach it. */
interface Recipient {
  id: number;
  name: string;
  number: string;
  /** Null: alarms are sent and nothing speaks against their arrival. */
  problem: string | null;
  /** False: no alarm is sent at all. */
  isSent: boolean;
  /** False: the contact's SMS is switched off. */
  hasSms: boolean;
  /** All ways to the contact in their order, if there are others than the SMS. */
  channels: ListedChannel[];
}

/** Who would be notified if the server went offline now. */
export interface Recipients {
  contacts: Recipient[];
  /** The server's channels beside its contacts. */
  channels: ListedChannel[];
  /** The company's address; null without one, without a mail server, or for a client. */
  mail: string | null;
  /** nobody: no alarm would be sent. unreachable: alarms would be sent, but none would arrive. */
  warning: 'nobody' | 'unreachable' | null;
}

/** Reads who would be notified of a change of this server now; for a client without the company's mail. */
export async function readRecipients(
  { db, config }: Pick<CoreDependencies, 'db' | 'config'>,
  clientId: number,
  scope: number | null,
): Promise<Recipients> {
  const { ofContact, ofServer: channels } = await listedChannels(db, clientId);
  const contacts = (await contactsOf(db, clientId)).map((contact) =>
    withChannels(contact, ofContact.get(contact.id) ?? []),
  );
  const mailbox = config.smtpUrl === null ? null : ((await companyMailbox(db))?.address ?? null);
  const isSent = mailbox !== null || contacts.some((contact) => contact.isSent) || channels.length > 0;
  const isWell = ({ problem }: { problem: string | null }) => problem === null;
  const reaches = (contact: Recipient) =>
    contact.isSent && ((contact.hasSms && isWell(contact)) || contact.channels.some(isWell));
  const arrives = mailbox !== null || contacts.some(reaches) || channels.some(isWell);
  return {
    contacts,
    channels,
    mail: scope === null ? mailbox : null,
    warning: !isSent ? 'nobody' : !arrives ? 'unreachable' : null,
  };
}

/** A contact with its active channels. One whose SMS is off is reached by these alone. */
function withChannels(contact: Omit<Recipient, 'channels' | 'hasSms'>, own: readonly ListedChannel[]): Recipient {
  const channels = contact.isSent ? own.filter(({ isActive }) => isActive) : [];
  const hasSms = !own.some(({ kind, isActive }) => kind === 'sms' && !isActive);
  const isSent = contact.isSent && (hasSms || channels.length > 0);
  return { ...contact, isSent, hasSms, problem: hasSms || !isSent ? contact.problem : null, channels };
}

async function contactsOf(db: Database, clientId: number): Promise<Omit<Recipient, 'channels' | 'hasSms'>[]> {
  const rows = await db
    .select({ contact: telephonyContacts, account: telephonyClients, optedOutAt: telephonyOptOuts.optedOutAt })
    .from(clients)
    .innerJoin(telephonyClients, eq(telephonyClients.id, clients.telephonyClientId))
    .innerJoin(telephonyContacts, eq(telephonyContacts.parentId, telephonyClients.id))
    .leftJoin(
      telephonyOptOuts,
      and(
        eq(telephonyOptOuts.telephonyClientId, telephonyClients.id),
        eq(telephonyOptOuts.phoneNumber, telephonyContacts.twilioPhoneNumber),
      ),
    )
    .where(eq(clients.id, clientId))
    .orderBy(asc(telephonyContacts.position), asc(telephonyContacts.id));
  return rows.map(({ contact, account, optedOutAt }) => ({
    id: contact.id,
    name: contact.friendlyName,
    number: contact.twilioPhoneNumber,
    isSent: contact.isActive && account.isActive,
    problem: problemOf(contact, account, optedOutAt),
  }));
}

function problemOf(
  { isActive, problem }: typeof telephonyContacts.$inferSelect,
  account: typeof telephonyClients.$inferSelect,
  optedOutAt: Date | null,
): string | null {
  if (!account.isActive) return 'The SMS account is not active.';
  if (!isActive) return 'The contact is not active.';
  if (optedOutAt !== null) return `The contact replied STOP on ${optedOutAt.toISOString().slice(0, 10)}.`;
  if (account.credentials === 'refused')
    return account.credentialsProblem ?? 'Twilio refuses the account’s credentials.';
  return problem;
}
