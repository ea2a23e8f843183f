import { Text } from '@mantine/core';
import { channelLabels } from '../../../contract/alarms.ts';
import { formatExactTime, formatRelative } from '../shell/time.ts';
import type { Channel } from './answers.ts';

type Shown = Pick<Channel, 'kind' | 'target' | 'provenAt' | 'problem'>;

/** A channel in words: its kind and target, whether it is proven, and why the last notification failed. */
export function ChannelLine({ channel: { kind, target, provenAt, problem } }: { channel: Shown }) {
  return (
    <>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {channelLabels[kind]} to {target} · <Proof provenAt={provenAt} />
      </Text>
      {problem !== null && (
        <Text size="xs" c="var(--mantine-color-error)">
          {problem}
        </Text>
      )}
    </>
  );
}

/** When a person last confirmed that a test arrived. */
export function Proof({ provenAt }: Pick<Channel, 'provenAt'>) {
  if (provenAt === null) return 'not proven';
  return <span title={formatExactTime(provenAt)}>proven {formatRelative(provenAt, new Date())}</span>;
}
