import { Button, Code, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { PrintedCodes } from './printed-codes.tsx';

/** Recovery codes, which are shown only now: to copy, download or print. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const [hint, setHint] = useState('');
  const text = `${codes.join('\n')}\n`;

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setHint('Copied.');
    } catch {
      // Without https there is no clipboard.
      setHint('Select the codes and press Ctrl+C.');
    }
  }

  return (
    <Stack gap="md">
      <Text size="sm">
        If you lose your phone, sign in with one of these codes. Each works once. Keep them in a safe place: they are
        not shown again.
      </Text>
      <SimpleGrid component="ul" cols={{ base: 1, xs: 2 }} spacing="xs" m={0} p={0} style={{ listStyle: 'none' }}>
        {codes.map((code) => (
          <li key={code}>
            <Code fz="sm">{code}</Code>
          </li>
        ))}
      </SimpleGrid>
      <Group gap="sm">
        <Button variant="default" data-autofocus onClick={() => void copy()}>
          Copy
        </Button>
        <Button
          variant="default"
          component="a"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="vitrine-recovery-codes.txt"
        >
          Download
        </Button>
        <Button variant="default" onClick={() => window.print()}>
          Print
        </Button>
        <Text size="sm" role="status">
          {hint}
        </Text>
      </Group>
      <Group>
        <Button onClick={onDone}>Done</Button>
      </Group>
      <PrintedCodes codes={codes} />
    </Stack>
  );
}
