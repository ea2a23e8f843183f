import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { describeFailure } from '../api/failure.ts';
import { KeyIcon } from '../shell/icons.tsx';

interface Props {
  label: string;
  size?: string;
  /** True for the main button of its form. */
  isMain?: boolean;
  /** Asks for the passkey and uses it. */
  onUse: () => Promise<void>;
}

/** Button that asks for a passkey; a line below says why it was not accepted. */
export default function PasskeyButton({ label, size = 'sm', isMain = false, onUse }: Props) {
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState('');

  async function use() {
    setPending(true);
    setError('');
    try {
      await onUse();
    } catch (failed) {
      setError(describeFailure(failed).message);
    } finally {
      setPending(false);
    }
  }

  return (
    <Stack gap={6}>
      <Button
        variant={isMain ? 'filled' : 'default'}
        size={size}
        leftSection={<KeyIcon />}
        loading={isPending}
        onClick={() => void use()}
      >
        {label}
      </Button>
      <Text size="sm" c="var(--mantine-color-error)" role="status">
        {error}
      </Text>
    </Stack>
  );
}
