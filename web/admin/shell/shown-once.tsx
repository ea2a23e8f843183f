import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { CopyIcon } from './icons.tsx';

interface Props {
  label: string;
  /** Says how long the value works, and that it is not shown again. */
  description: string;
  value: string;
  /** Label of the button. */
  action: string;
}

/** A secret that only now is known, with a button that copies it. */
export function ShownOnce({ label, description, value, action }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [hint, setHint] = useState('');

  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      setHint('Copied.');
    } catch {
      // Without https there is no clipboard.
      input.current?.select();
      setHint('Press Ctrl+C to copy.');
    }
  }

  return (
    <Stack gap="sm">
      <TextInput
        ref={input}
        label={label}
        description={description}
        value={value}
        readOnly
        autoFocus
        onFocus={(event) => event.currentTarget.select()}
      />
      <Group gap="sm">
        <Button size="xs" leftSection={<CopyIcon />} onClick={() => void copy()}>
          {action}
        </Button>
        <Text size="sm" role="status">
          {hint}
        </Text>
      </Group>
    </Stack>
  );
}
