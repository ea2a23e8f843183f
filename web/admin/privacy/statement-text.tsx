import { Button, Group, Paper, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { retentionStatement } from '../../../contract/privacy.ts';
import { CopyIcon } from '../shell/icons.tsx';
import type { Retention } from './answers.ts';

/** The times of all kinds as a text for the owner's privacy statement, with a button that copies it. */
export function StatementText({ kinds }: { kinds: readonly Retention[] }) {
  const [hint, setHint] = useState('');
  const shown = useRef<HTMLDivElement>(null);
  const text = retentionStatement(new Map(kinds.map(({ kind, days }) => [kind, days])));

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setHint('Copied.');
    } catch {
      // Without https there is no clipboard.
      if (shown.current) window.getSelection()?.selectAllChildren(shown.current);
      setHint('Press Ctrl+C to copy.');
    }
  }

  return (
    <>
      <Paper withBorder p="md" maw="52rem">
        <Text ref={shown} size="sm" component="div" style={{ whiteSpace: 'pre-wrap' }}>
          {text}
        </Text>
      </Paper>
      <Group mt="sm" gap="sm">
        <Button size="xs" leftSection={<CopyIcon />} onClick={() => void copy()}>
          Copy the text
        </Button>
        <Text size="sm" role="status">
          {hint}
        </Text>
      </Group>
    </>
  );
}
