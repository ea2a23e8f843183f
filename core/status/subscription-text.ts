import { eq } from 'drizzle-orm';
import { incidentLabels } from '../../contract/status.ts';
import { statusIncidents, statusUpdates } from '../../db/schema/status.ts';
import { type statusMails, statusSubscribers } from '../../db/schema/status-subscribers.ts';
import { companyName } from '../content/company-name.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { companyTimeZone, formatTime } from '../health/alarm-time.ts';
import type { Mail } from '../providers/mail.ts';
import { isShownOn } from './incident-pages.ts';
import { namedServers } from './listed-servers.ts';
import { unsubscribeUrl } from './subscription-links.ts';

type StatusMail = Pick<typeof statusMails.$inferSelect, 'updateId' | 'subscriberId'>;

/**
 * The mail of an update to a subscriber: what the status page shows of the update at this moment. Null if the page does not show the
 * incident, or the subscriber is gone.
 */
export async function composeUpdate(
  { config, db }: Pick<CoreDependencies, 'config' | 'db'>,
  { updateId, subscriberId }: StatusMail,
): Promise<Mail | null> {
  const [update] = await db
    .select({ update: statusUpdates, incident: statusIncidents })
    .from(statusUpdates)
    .innerJoin(statusIncidents, eq(statusIncidents.id, statusUpdates.incidentId))
    .where(eq(statusUpdates.id, updateId));
  const [subscriber] = await db.select().from(statusSubscribers).where(eq(statusSubscribers.id, subscriberId));
  if (!update || !subscriber?.confirmedAt) return null;
  const { incident } = update;
  if (incident.isDraft || incident.isDiscarded || !(await isShownOn(db, incident.id, 'status'))) return null;
  const { publicUrl } = config;
  const { hostname } = new URL(publicUrl);
  const sender = (await companyName(db)) || hostname;
  const label = incidentLabels[update.update.state];
  const unsubscribe = unsubscribeUrl(publicUrl, subscriber);
  const servers = (await namedServers({ db }, [incident.id], 'status')).map(({ name }) => name);
  return {
    to: { name: '', address: subscriber.email },
    subject: `${sender}: ${label}: ${incident.title}`,
    text: [
      incident.title,
      ...(servers.length === 0 ? [] : [`Servers: ${servers.join(', ')}`]),
      '',
      `${label}, ${formatTime(update.update.at, await companyTimeZone(db))}`,
      '',
      update.update.text,
      '',
      `All updates: ${publicUrl}/status#incident-${incident.id}`,
      '',
      '-- ',
      `You get this mail because this address is subscribed to the status page of ${sender}.`,
      `Unsubscribe: ${unsubscribe}`,
    ].join('\n'),
    // A crash after sending sends the mail again; the same id lets the receiver recognise the duplicate.
    messageId: `<status-update-${updateId}-${subscriberId}@${hostname}>`,
    unsubscribeUrl: unsubscribe,
  };
}
