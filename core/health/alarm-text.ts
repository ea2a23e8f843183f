import { countSegments } from '../../contract/sms-segments.ts';
import { formatDuration, formatTime } from './alarm-time.ts';
import { expectedRunOf } from './deadline.ts';
import type { FlipRow, Monitor, Outage } from './flip.ts';
import { toShortText } from './short-text.ts';

/** A notification in parts, because an SMS has less room than a mail. */
export interface AlarmText {
  /** The news in one line, without the output's last line: `Mill FAILED (exit 3)`. */
  lead: string;
  /** Last line of a failed run's output, or empty. */
  detail: string;
  /** Further facts as sentences. */
  facts: string;
  /** Why the server is offline, without its name; empty when it is online. */
  reason: string;
}

/** The server that a message is about, and the time zone of its times. */
export interface Subject {
  name: string;
  monitor: Monitor;
  zone: string;
}

/** The outage that a reminder is about: its cause, and when the silence began. */
export type CurrentOutage = Outage & Pick<FlipRow, 'since'>;

/** Text of the notification of one status change. `previousSince`: when the previous status began. */
export function flipText(
  { name, monitor, zone }: Subject,
  flip: FlipRow,
  previousSince: Date | null,
  now: Date,
): AlarmText {
  const { at, status, detail } = flip;
  if (status === 'online') {
    const outage = previousSince === null ? '' : ` after ${formatDuration(Number(at) - Number(previousSince))} offline`;
    const facts = `Online since ${formatTime(at, zone)}.`;
    return { lead: `${name} came back online${outage}`, detail, facts, reason: '' };
  }
  const since = silentSince(flip, previousSince);
  const until = monitor.status === 'offline' ? now : at;
  const outage = outageText({ ...flip, since }, monitor, until);
  const reason = outage;
  switch (flip.cause) {
    case 'failed':
      return { lead: `${name} ${outage}`, detail, facts: `Failed at ${formatTime(at, zone)}.`, reason };
    case 'check':
      return { lead: `${name} is down`, detail, facts: `Down since ${formatTime(at, zone)}.`, reason: detail };
    case 'unfinished':
      return {
        lead: `${name}: ${outage}`,
        detail,
        facts: `Started at ${formatTime(startOf(at, monitor), zone)}.`,
        reason,
      };
    case 'silent':
      return {
        lead: `${name} has been ${outage}`,
        detail,
        facts: `Last ping at ${formatTime(since ?? at, zone)}.`,
        reason,
      };
    case null:
      return { lead: `${name} has been offline since ${formatTime(at, zone)}`, detail, facts: '', reason };
  }
}

/** Text of the reminder while a server stays offline. */
export function reminderText({ name, monitor, zone }: Subject, outage: CurrentOutage | null, now: Date): AlarmText {
  const duration = formatDuration(Number(now) - Number(monitor.statusSince));
  const cause = outage?.cause ? `: ${outageText(outage, monitor, now)}` : '';
  return {
    lead: `${name} is still offline after ${duration}${cause}`,
    detail: outage?.detail ?? '',
    facts: `Offline since ${formatTime(monitor.statusSince, zone)}.`,
    reason: outage ? outageText(outage, monitor, now) : '',
  };
}

/** Text that sums up the changes held back during maintenance or flapping; `flip` is the last one. */
export function summaryText(
  { name, monitor, zone }: Subject,
  changes: { count: number; first: Date; last: FlipRow },
  now: Date,
): AlarmText {
  const { count, first, last } = changes;
  const times = count === 1 ? 'once' : `${count} times`;
  const outage = monitor.status === 'offline' && last.cause ? `: ${outageText(last, monitor, now)}` : '';
  const changed = `${name} has changed ${times} since ${formatTime(first, zone)}`;
  const state = `has been ${monitor.status} since ${formatTime(monitor.statusSince, zone)}`;
  const detail = outage === '' ? '' : last.detail;
  return { lead: `${changed} and ${state}${outage}`, detail, facts: '', reason: outage.slice(2) };
}

/** Why a server is offline: `silent for 18 min`, `FAILED (exit 3)`, `started but not finished within 30 min`. */
function outageText({ cause, exitCode, since }: CurrentOutage, monitor: Monitor, now: Date): string {
  switch (cause) {
    case 'failed':
      return exitCode === null ? 'FAILED' : `FAILED (exit ${exitCode})`;
    case 'check':
      return 'a check is down';
    case 'unfinished':
      return `started but not finished within ${formatDuration(expectedRunOf(monitor))}`;
    case 'silent':
      return since === null ? 'silent' : `silent for ${formatDuration(Number(now) - Number(since))}`;
    case null:
      return 'offline';
  }
}

/** The start of a run whose deadline was `dueAt`. The monitor may have a later start by now. */
function startOf(dueAt: Date, monitor: Monitor): Date {
  return new Date(Number(dueAt) - expectedRunOf(monitor));
}

/** When the silence began. Time before the end of a pause does not count. */
function silentSince({ cause, previous, since }: FlipRow, previousSince: Date | null): Date | null {
  const isResumed = cause === 'silent' && previous === 'new' && since !== null && previousSince !== null;
  return isResumed && previousSince > since ? previousSince : since;
}

/** The news in one line, as a mail's subject. */
export function headline({ lead, detail }: Pick<AlarmText, 'lead' | 'detail'>): string {
  return detail === '' ? lead : `${lead}: ${detail}`;
}

/** The whole text as a mail; its first line is the subject. `output` is a failed run's output, or empty. */
export function mailText(text: AlarmText, output: string, link: string): string {
  const parts = [headline(text), text.facts, output === '' ? '' : `Output:\n${output}`, `-- \n${link}`];
  return parts.filter((part) => part !== '').join('\n\n');
}

/** The output's last line keeps at least this many characters in an SMS. */
const minDetailLength = 20;
/** Longest last line of an output in an SMS. */
const maxDetailLength = 120;

/**
 * The text as an SMS: one segment if the names allow it, two in an alphabet that needs Unicode. The output's last line is
 * cut to fit; the link is added if it needs no further segment.
 */
export function smsText(text: Omit<AlarmText, 'reason'>, link: string | null): string {
  const lead = toShortText(text.lead);
  const facts = toShortText(text.facts);
  const detail = [...toShortText(text.detail)];
  const compose = (length: number) => {
    const shown = detail.length <= length ? detail.join('') : `${detail.slice(0, length).join('').trimEnd()}...`;
    const news = headline({ lead, detail: shown });
    // The last line of an output may be a sentence.
    const end = facts === '' || /[^.][.!?]$/.test(news) ? '' : '.';
    return [`${news}${end}`, facts].filter((part) => part !== '').join(' ');
  };
  const maxSegments = countSegments(compose(maxDetailLength)).encoding === 'GSM-7' ? 1 : 2;
  let length = Math.min(detail.length, maxDetailLength);
  while (length > minDetailLength && countSegments(compose(length)).segments > maxSegments) length -= 1;
  const body = compose(length);
  if (link === null) return body;
  const withLink = `${body} ${link}`;
  const limit = Math.max(maxSegments, countSegments(body).segments);
  return countSegments(withLink).segments <= limit ? withLink : body;
}
