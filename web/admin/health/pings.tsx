import { Text } from '@mantine/core';
import { formatDuration, formatTimestamp } from '../shell/time.ts';
import css from './health.module.css';
import { ScrollingText, type TaskDetail } from './task-parts.tsx';

/** The latest pings, the newest first; a long output is folded. */
export function Pings({ pings }: { pings: TaskDetail['pings'] }) {
  if (pings.length === 0) return <Text size="sm">The server has not sent a ping yet.</Text>;
  return (
    <ol className={css.list}>
      {pings.map((ping) => (
        <li key={ping.id}>
          <Text size="sm" fw={500}>
            {label(ping)}
          </Text>
          <Text size="sm">{formatTimestamp(ping.at)}</Text>
          <Text size="xs" c="dimmed">
            {[
              ping.method,
              ping.durationMilliseconds === null ? '' : formatDuration(ping.durationMilliseconds),
              ping.userAgent,
            ]
              .filter((part) => part !== '')
              .join(' · ')}
          </Text>
          {ping.body !== '' && <Output text={ping.body} />}
        </li>
      ))}
    </ol>
  );
}

function label({ kind, exitCode }: TaskDetail['pings'][number]): string {
  if (kind === 'start') return 'Started';
  if (kind === 'success') return 'OK';
  return exitCode === null ? 'Failed' : `Failed with exit code ${exitCode}`;
}

/** The output of a run: a short one as it is, a long one folded. */
function Output({ text }: { text: string }) {
  if (text.length <= maxOpenLength && !text.includes('\n'))
    return <ScrollingText className={css.body}>{text}</ScrollingText>;
  return (
    <details className={css.folded}>
      <summary>Output, {text.split('\n').length.toLocaleString()} lines</summary>
      <ScrollingText className={css.body}>{text}</ScrollingText>
    </details>
  );
}

/** Characters of an output that is not folded. */
const maxOpenLength = 200;
