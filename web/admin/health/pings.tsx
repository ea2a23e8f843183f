import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { formatDuration, formatTimestamp } from '../shell/time.ts';
import css from './health.module.css';
import { ScrollingText, type TaskDetail } from './task-parts.tsx';

type Ping = TaskDetail['pings'][number];

/** Pings that a long list shows at first. */
const maxOpenPings = 20;

/** The latest pings, the newest first; a long list and a long output are folded. */
export function Pings({ pings }: { pings: readonly Ping[] }) {
  const [isUnfolded, setUnfolded] = useState(false);
  if (pings.length === 0) return <Text size="sm">The server has not sent a ping yet.</Text>;
  const shown = isUnfolded ? pings : pings.slice(0, maxOpenPings);
  return (
    <>
      <ol className={css.list}>
        {shown.map((ping) => (
          <PingLine key={ping.id} ping={ping} />
        ))}
      </ol>
      {shown.length < pings.length && (
        <Button variant="default" size="xs" style={{ alignSelf: 'start' }} onClick={() => setUnfolded(true)}>
          Show all {pings.length} pings
        </Button>
      )}
    </>
  );
}

function PingLine({ ping }: { ping: Ping }) {
  const { at, kind, method, durationMilliseconds, userAgent, body } = ping;
  const duration = durationMilliseconds === null ? '' : formatDuration(durationMilliseconds);
  return (
    <li>
      <Text size="sm" fw={500} {...(kind === 'failure' && { c: 'var(--mantine-color-error)' })}>
        {label(ping)}
      </Text>
      <Text size="sm">{formatTimestamp(at)}</Text>
      <Text size="xs" c="dimmed">
        {[method, duration, userAgent].filter((part) => part !== '').join(' · ')}
      </Text>
      {body !== '' && <Output text={body} />}
    </li>
  );
}

function label({ kind, exitCode }: Ping): string {
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
