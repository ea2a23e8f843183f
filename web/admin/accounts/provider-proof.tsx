import { Button, Group, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { secondFactorCode } from '../../../contract/session.ts';
import { describeFailure } from '../api/failure.ts';
import { visitProvider } from './provider-visit.ts';
import { CodeInput } from './second-factor-input.tsx';

interface Props {
  name: string;
  needsCode: boolean;
  hasApp: boolean;
  onCancel: () => void;
}

/** A proof of identity by a new sign-in at the provider, with a code if the user has a second factor. The page is left. */
export function ProviderProof({ name, needsCode, hasApp, onCancel }: Props) {
  const [code, setCode] = useState('');
  const [error, setError] = useState('');
  const [isPending, setPending] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isPending) return;
    const checked = secondFactorCode.safeParse(code);
    if (needsCode && !checked.success) return setError(checked.error.issues[0]?.message ?? '');
    setPending(true);
    try {
      const code = needsCode ? checked.data : undefined;
      await visitProvider({ purpose: 'proof', backTo: location.hash.slice(1), code });
    } catch (failed) {
      setError(describeFailure(failed).message);
      setPending(false);
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        {needsCode && (
          <CodeInput
            hasApp={hasApp}
            code={code}
            error={error || undefined}
            onChange={(changed) => {
              setCode(changed);
              setError('');
            }}
          />
        )}
        <Group justify="space-between">
          <Button type="submit" loading={isPending}>
            Continue at {name}
          </Button>
          <Button variant="subtle" onClick={onCancel}>
            Cancel
          </Button>
        </Group>
        <Text size="sm" c="var(--mantine-color-error)" role="status">
          {needsCode ? '' : error}
        </Text>
      </Stack>
    </form>
  );
}
