import { formatDateTime, formatRelative, type Instant } from '../shell/time.ts';
import type { AttentionItem } from './answers.ts';
import { causeWords, notifiedWords } from './notified-words.ts';

/** An item in words, with the place that mends it. */
export interface Line {
  key: string;
  title: string;
  /** Further words, and those that are a warning of their own. */
  text: string;
  warning?: string;
  /** Null: it is mended on the machine, as the text says. */
  link: { to: string; label: string } | null;
  /** Id of a downtime that the user may mark as seen. */
  blindTimeId?: number;
  /** What is broken now, and what will be. */
  urgency: 'now' | 'soon';
}

const plural = (count: number, noun: string) => `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
const atLeast = (isExact: boolean) => (isExact ? '' : 'more than ');
const megabytes = (bytes: number) => (bytes / 1_000_000).toLocaleString('en', { maximumFractionDigits: 0 });

/** An item in words. `mayPrivacy`: the user may set how long data are kept. */
export function lineOf(item: AttentionItem, now: Instant, { mayPrivacy }: { mayPrivacy: boolean }): Line {
  switch (item.kind) {
    case 'offlineServer': {
      const { text, isNobody } = notifiedWords(item);
      const begin = `Since ${formatDateTime(item.since)} (${formatRelative(item.since, now)})`;
      return {
        key: `server ${item.id}`,
        title: `${item.name} is offline`,
        text: [[begin, causeWords(item)].filter(Boolean).join(': '), !isNobody && text].filter(Boolean).join('. '),
        ...(isNobody && { warning: text }),
        link: { to: `/admin/schedule-tasks/${item.id}`, label: 'Open server' },
        urgency: 'now',
      };
    }
    case 'moreOfflineServers':
      return {
        key: item.kind,
        title: `${atLeast(item.isCountExact)}${plural(item.count, 'more server')} ${item.count === 1 ? 'is' : 'are'} offline`,
        text: 'Schedule Tasks lists all of them.',
        link: { to: '/admin/schedule-tasks', label: 'Open Schedule Tasks' },
        urgency: 'now',
      };
    case 'blindTime':
      return {
        key: `blind ${item.id}`,
        title: `No pings were accepted from ${formatDateTime(item.from)} to ${formatDateTime(item.until)}`,
        text: 'The product itself was down. Outages of servers in that time are unknown.',
        link: null,
        blindTimeId: item.id,
        urgency: 'soon',
      };
    case 'failingWatchdog':
      return {
        key: item.kind,
        title: 'The address that watches this product does not take its requests',
        text: `${item.problem} ${lastSuccess(item.succeededAt, now)} Check WATCHDOG_URL.`,
        link: null,
        urgency: 'now',
      };
    case 'refusedCredentials':
      return {
        key: `account ${item.id}`,
        title: `Twilio refuses the credentials of ${item.name}`,
        text: ['No message of this account is sent.', item.problem].filter(Boolean).join(' '),
        link: { to: `/admin/twilioclient?edit=${item.id}`, label: 'Edit account' },
        urgency: 'now',
      };
    case 'failedImport':
      return {
        key: `import ${item.id}`,
        title: `The message log of ${item.name} could not be read from Twilio`,
        text: [item.problem, lastSuccess(item.succeededAt, now)].filter(Boolean).join(' '),
        link: { to: '/admin/twilioclient', label: 'Open accounts' },
        urgency: 'now',
      };
    case 'failedSync':
      return {
        key: item.kind,
        title: 'The sync with Trello failed',
        text: [item.problem, lastSuccess(item.succeededAt, now)].filter(Boolean).join(' '),
        link: { to: '/admin/trello', label: 'Open boards' },
        urgency: 'now',
      };
    case 'failedChannel':
      return {
        key: `${item.kind} ${item.id}`,
        title: `Alarms do not arrive on the channel ${item.name}`,
        text: item.problem,
        link:
          item.contactId === null
            ? { to: '/admin/channels', label: 'Open channels' }
            : { to: '/admin/twilioclientcontact', label: 'Open contacts' },
        urgency: 'now',
      };
    case 'failedBoard':
      return {
        key: item.kind,
        title: `The board ${item.name} could not be read`,
        text: item.problem,
        link: { to: '/admin/trello', label: 'Open boards' },
        urgency: 'now',
      };
    case 'parkedJobs':
      return {
        key: item.kind,
        title: `${plural(item.count, 'parked job')} ${item.count === 1 ? 'waits' : 'wait'} for a decision`,
        text: 'Each has failed for good: retry or remove it.',
        link: { to: '/admin/jobs', label: 'Open jobs' },
        urgency: 'now',
      };
    case 'unreadMessages':
      return {
        key: item.kind,
        title: `${atLeast(item.isCountExact)}${plural(item.count, 'unread message')}`,
        text: 'From the contact form of the page.',
        link: { to: '/admin/inbox', label: 'Open inbox' },
        urgency: 'soon',
      };
    case 'fullDisk':
      return {
        key: item.kind,
        title: `The disk of the database has ${Math.floor(item.share * 100)} % free space`,
        text: `${megabytes(item.freeBytes)} MB are left. Make room on the machine, or keep data for a shorter time.`,
        link: mayPrivacy ? { to: '/admin/privacy', label: 'Set how long data is kept' } : null,
        urgency: 'now',
      };
    case 'oldBackup':
      return {
        key: item.kind,
        title: `The last backup is from ${formatDateTime(item.at)} (${formatRelative(item.at, now)})`,
        text: 'On the machine, npm run db:backup -- <file> makes a new one.',
        link: null,
        urgency: 'soon',
      };
    case 'expiringCertificate': {
      const isOver = new Date(item.expiresAt) <= new Date(now);
      return {
        key: item.kind,
        title: `The TLS certificate of ${item.host} ${isOver ? 'expired' : 'expires'} ${formatRelative(item.expiresAt, now)}`,
        text: isOver
          ? 'Browsers warn visitors, and servers cannot ping over HTTPS. Renew it in the proxy in front of the product.'
          : `On ${formatDateTime(item.expiresAt)} browsers begin to warn visitors. Renew it in the proxy in front of the product.`,
        link: null,
        urgency: isOver ? 'now' : 'soon',
      };
    }
    case 'expiringToken':
      return {
        key: `token ${item.id}`,
        title: `The API token ${item.name}${item.isOwn ? '' : ` of ${item.userName}`} expires ${formatRelative(item.expiresAt, now)}`,
        text: `On ${formatDateTime(item.expiresAt)} its program stops working.`,
        link: { to: '/admin/account', label: 'Open API tokens' },
        urgency: 'soon',
      };
  }
}

function lastSuccess(at: Instant | null, now: Instant): string {
  return at === null ? 'It has never succeeded.' : `Last success: ${formatRelative(at, now)}.`;
}
