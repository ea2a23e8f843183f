import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { CopyIcon } from '../shell/icons.tsx';

interface Props {
  url: string;
  /** The button's label for screen readers, where several links are on one screen. */
  label?: string;
}

/** A button that copies a link; without https, where there is no clipboard, it shows the link. */
export function CopyLink({ url, label }: Props) {
  const [hint, setHint] = useState('');
  async function copy() {
    try {
      await navigator.clipboard.writeText(url);
      setHint('Copied');
    } catch {
      setHint(url);
    }
  }
  return (
    <Group gap="xs" wrap="wrap">
      <Button
        size="compact-sm"
        mih="1.75rem"
        variant="default"
        leftSection={<CopyIcon />}
        aria-label={label}
        onClick={() => void copy()}
      >
        Copy the link
      </Button>
      <Text size="sm" role="status" style={{ overflowWrap: 'anywhere' }}>
        {hint}
      </Text>
    </Group>
  );
}
