import { Text } from '@mantine/core';
import { formatDateTime, formatExactTime } from '../shell/time.ts';
import type { Entry, IncidentDetail } from './answers.ts';
import css from './incidents.module.css';

/** What happened, the oldest first, with the notes of people. */
export function Timeline({ incident: { openedAt, kind, entries } }: { incident: IncidentDetail }) {
  return (
    <ol className={css.timeline}>
      <Line event="opened" at={openedAt} words={kind === 'drill' ? 'The fire drill began' : 'The outage was noticed'} />
      {entries.map((entry) => (
        <Line
          key={entry.id}
          event={entry.event}
          at={entry.at}
          words={wordsOf(entry, kind)}
          text={entry.event === 'snoozed' ? '' : entry.text}
        />
      ))}
    </ol>
  );
}

interface LineProps {
  event: string;
  at: string | Date;
  words: string;
  text?: string;
}

function Line({ event, at, words, text = '' }: LineProps) {
  return (
    <li data-event={event}>
      <Text size="sm" component="p">
        <strong>{words}</strong>{' '}
        <Text span size="xs" c="dimmed" title={formatExactTime(at)}>
          {formatDateTime(at)}
        </Text>
      </Text>
      {text !== '' && (
        <Text size="sm" component="p" dir="auto">
          {text}
        </Text>
      )}
    </li>
  );
}

function wordsOf({ event, who, text }: Entry, kind: IncidentDetail['kind']): string {
  switch (event) {
    case 'notified':
      return `${who} ${who.includes(', ') || / and \d+ more$/.test(who) ? 'were' : 'was'} notified`;
    case 'unreached':
      return 'Nobody could be notified';
    case 'acknowledged':
      return `${who} acknowledged`;
    case 'answered':
      return `${who} answered`;
    case 'reopened':
      return `${who} took the acknowledgement back`;
    case 'snoozed':
      return `${who} snoozed it until ${formatDateTime(text.replace('Until ', ''))}`;
    case 'note':
      return who;
    case 'back':
      return `${who} is back`;
    case 'resolved':
      return kind === 'drill' ? 'The fire drill ended' : 'The incident was resolved';
  }
}
