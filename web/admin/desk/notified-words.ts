import { outcomeNames } from '../../../contract/message-outcomes.ts';
import { formatDateTime } from '../shell/time.ts';
import type { OfflineServer, OwnServer } from './answers.ts';

/** Why a server is offline, after its time: `no ping since …`, `a run failed with exit code 3: disk full`. */
export function causeWords({ outage }: Pick<OfflineServer | OwnServer, 'outage'>): string {
  if (outage === null || outage.cause === null) return '';
  const { cause, exitCode, detail, since } = outage;
  if (cause === 'unfinished') return 'a run has not ended';
  if (cause === 'silent') return since === null ? 'no ping' : `no ping since ${formatDateTime(since)}`;
  if (cause === 'check') return detail;
  const failed = exitCode === null ? 'a run failed' : `a run failed with exit code ${exitCode}`;
  return detail === '' ? failed : `${failed}: ${detail}`;
}

/** Who was notified: `Notified: Night shift (delivered) and the company by mail.` */
export function notifiedWords({ notified }: Pick<OfflineServer, 'notified'>): { text: string; isNobody: boolean } {
  const { contacts, more, mail, instead } = notified;
  if (instead?.reason === 'held')
    return {
      text: `Nobody is notified yet: the alarm is held back${instead.until === null ? '' : ` until ${formatDateTime(instead.until)}`}.`,
      isNobody: false,
    };
  if (instead?.reason === 'waiting') return { text: 'The alarm is about to be sent.', isNobody: false };
  if (instead) return { text: 'Nobody was notified: no active contact and no mail.', isNobody: true };
  const named = contacts.map(({ name, outcome }) => `${name} (${outcomeNames[outcome].toLowerCase()})`);
  const all = [
    ...named,
    more > 0 && `${more} more`,
    mail !== null && `the company by mail${mail === 'waiting' ? ' (waiting)' : ''}`,
  ].filter((part) => part !== false);
  return {
    text: `Notified: ${list.format(all)}.`,
    isNobody: mail !== 'sent' && contacts.every(({ outcome }) => outcome === 'failed') && more === 0,
  };
}

const list = new Intl.ListFormat('en', { type: 'conjunction' });
