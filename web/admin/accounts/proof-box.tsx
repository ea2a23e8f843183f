import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { credentials } from '../../../contract/session.ts';
import { backgroundClient } from '../api/client.ts';
import { describeFailure } from '../api/failure.ts';
import { PasswordField } from '../shell/password-field.tsx';
import { layers } from '../theme.ts';
import type { ProofQuestion } from './proof.ts';
import { currentSession } from './store.ts';

/** Asks for the password before credentials, users or tokens change; the call that was refused then goes on. */
export default function ProofBox({ question }: { question: ProofQuestion | null }) {
  return (
    <Modal
      opened={question !== null}
      onClose={() => question?.answer(false)}
      centered
      size="sm"
      zIndex={layers.signIn}
      withCloseButton={false}
      closeOnClickOutside={false}
    >
      {question && <ProofForm {...question} />}
    </Modal>
  );
}

function ProofForm({ answer }: ProofQuestion) {
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [isPending, setPending] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isPending) return;
    const checked = credentials.shape.password.safeParse(password);
    if (!checked.success) return setError(checked.error.issues[0]?.message);
    setPending(true);
    try {
      await backgroundClient.session.prove.mutate({ password });
      answer(true);
    } catch (failed) {
      const { fields, message } = describeFailure(failed);
      setError(fields.password ?? message);
      setPending(false);
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <Modal.Title fw={650}>Confirm that it is you</Modal.Title>
        <Text size="sm">This change concerns the security of an account. Enter your password to go on.</Text>
        <TextInput label="User name" value={currentSession()?.userName ?? ''} readOnly autoComplete="username" />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          data-autofocus
          value={password}
          error={error}
          onChange={(event) => {
            setPassword(event.currentTarget.value);
            setError(undefined);
          }}
        />
        <Group justify="space-between">
          <Button type="submit" loading={isPending}>
            Confirm
          </Button>
          <Button variant="subtle" onClick={() => answer(false)}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
