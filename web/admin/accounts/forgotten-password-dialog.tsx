import { Button, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { forgottenPassword } from '../../../contract/users.ts';
import { client } from '../api/client.ts';
import { describeFailure } from '../api/failure.ts';
import { Dialog } from '../shell/dialog.tsx';

interface Props {
  isOpen: boolean;
  onClose: () => void;
}

/** Asks for the e-mail address of a user who has forgotten the password. */
export default function ForgottenPasswordDialog({ isOpen, onClose }: Props) {
  return (
    <Dialog title="New password" isOpen={isOpen} onClose={onClose}>
      <AskForm onClose={onClose} />
    </Dialog>
  );
}

function AskForm({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState('');
  const [error, setError] = useState<string>();
  const [isPending, setPending] = useState(false);
  const [isSent, setSent] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    // Not to the form of the sign-in, to which this dialog belongs.
    event.stopPropagation();
    if (isPending) return;
    const checked = forgottenPassword.safeParse({ email });
    if (!checked.success) return setError(checked.error.issues[0]?.message);
    setPending(true);
    try {
      await client.accountLinks.forgotten.mutate(checked.data);
      setSent(true);
    } catch (failed) {
      setError(describeFailure(failed).message);
    } finally {
      setPending(false);
    }
  }

  if (isSent)
    return (
      <Stack gap="md" align="flex-start">
        <Text size="sm" role="status">
          If the address belongs to a user, a link for a new password is on its way. It works for an hour.
        </Text>
        <Button onClick={onClose} autoFocus>
          Close
        </Button>
      </Stack>
    );
  return (
    <form onSubmit={(event) => void submit(event)} noValidate aria-busy={isPending}>
      <Stack gap="md" align="flex-start">
        <Text size="sm">
          Enter the e-mail address of your account. You get a link with which you set a new password.
        </Text>
        <TextInput
          type="email"
          label="E-mail"
          autoComplete="email"
          data-autofocus
          w="100%"
          value={email}
          error={error}
          onChange={(event) => {
            setEmail(event.currentTarget.value);
            setError(undefined);
          }}
        />
        <Button type="submit" loading={isPending}>
          Send the link
        </Button>
      </Stack>
    </form>
  );
}
