import { Button, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ProviderPurpose } from '../../../contract/provider.ts';
import { describeFailure } from '../api/failure.ts';
import { visitProvider } from './provider-visit.ts';

interface Props {
  label: string;
  purpose: ProviderPurpose;
  size?: string;
  /** True for the main button of its form. */
  isMain?: boolean;
  /** Address of the back office that opens after the visit. */
  backTo?: string | undefined;
  /** True after a refusal: the provider asks again, so that the person can choose another account. */
  isAgain?: boolean;
}

/** Button that leaves for the provider; a line below says why that failed. */
export function ProviderButton({ label, purpose, size = 'sm', isMain = false, backTo, isAgain = false }: Props) {
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState('');
  // Back from the provider, the browser may show this page as it was.
  useEffect(() => {
    const reset = () => setPending(false);
    window.addEventListener('pageshow', reset);
    return () => window.removeEventListener('pageshow', reset);
  }, []);

  async function visit() {
    setPending(true);
    setError('');
    try {
      await visitProvider({ purpose, backTo, isAgain });
    } catch (failed) {
      setError(describeFailure(failed).message);
    }
    setPending(false);
  }

  return (
    <Stack gap={6} align={size === 'md' ? 'stretch' : 'flex-start'}>
      <Button variant={isMain ? 'filled' : 'default'} size={size} loading={isPending} onClick={() => void visit()}>
        {label}
      </Button>
      <Text size="sm" c="var(--mantine-color-error)" role="status">
        {error}
      </Text>
    </Stack>
  );
}
