import { ActionIcon, Group, Text } from '@mantine/core';
import { CopyIcon } from '../shell/icons.tsx';
import { notifySuccess, notifyWentWrong } from '../shell/notify.ts';

/** An id of Twilio; a long one is shortened and can be copied. */
export function Sid({ sid }: { sid: string }) {
  if (sid.length <= 14) return <Text size="xs">{sid}</Text>;
  return (
    <Group gap={2} wrap="nowrap">
      <Text size="xs" ff="monospace" title={sid} style={{ whiteSpace: 'nowrap' }}>
        {`${sid.slice(0, 4)}…${sid.slice(-4)}`}
      </Text>
      <ActionIcon variant="subtle" size="sm" aria-label={`Copy ${sid}`} onClick={() => void copy(sid)}>
        <CopyIcon />
      </ActionIcon>
    </Group>
  );
}

async function copy(sid: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(sid);
    notifySuccess('Copied', sid);
  } catch {
    // Without https there is no clipboard.
    notifyWentWrong(`The browser does not allow copying here. The id is ${sid}`);
  }
}
