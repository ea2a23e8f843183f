import { Button, Stack, Text, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type FormEvent, useId } from 'react';
import { isUserName, newPassword, passwordIsUserName } from '../../../contract/passwords.ts';
import { trpc } from '../api/client.ts';
import { describeFailure } from '../api/failure.ts';
import { showsFailures } from '../api/query-client.ts';
import { notifyFailedSave, notifySaved } from '../shell/notify.ts';
import { PasswordField } from '../shell/password-field.tsx';

/** The users who sign in to an SMS account; an Admin sets a new password for each. */
export function AccountUsers({ telephonyClientId }: { telephonyClientId: number }) {
  const { data: users } = trpc.users.ofAccount.useQuery({ telephonyClientId });
  if (!users) return null;
  return (
    <Stack gap="sm" component="section" aria-label="Sign-in">
      <Title order={3} size="h5">
        Sign-in
      </Title>
      {users.length === 0 && (
        <Text size="sm" c="dimmed">
          No user signs in to this account.
        </Text>
      )}
      {users.map((user) => (
        <NewPassword key={user.id} user={user} />
      ))}
    </Stack>
  );
}

interface User {
  id: number;
  userName: string;
  firstName: string;
  lastName: string;
}

function NewPassword({ user: { id, userName, firstName, lastName } }: { user: User }) {
  const inputId = useId();
  const name = `${firstName} ${lastName}`.trim() || userName;
  const form = useForm({
    initialValues: { password: '' },
    validate: {
      password(text) {
        const problem = newPassword.safeParse(text).error?.issues[0]?.message;
        return problem ?? (isUserName(text, userName) ? passwordIsUserName : null);
      },
    },
  });
  const set = trpc.users.setPassword.useMutation({
    meta: showsFailures,
    onSuccess() {
      notifySaved();
      form.reset();
    },
    onError(error) {
      const { fields, httpStatus, message } = describeFailure(error);
      form.setErrors({ ...fields });
      notifyFailedSave(httpStatus, message);
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (form.validate().hasErrors) document.getElementById(inputId)?.focus();
    else if (!set.isPending) set.mutate({ id, password: form.values.password });
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <PasswordField
          id={inputId}
          label={`New password of ${userName}`}
          description={`At least 6 characters. ${name} will be signed out everywhere.`}
          autoComplete="new-password"
          aria-invalid={form.errors.password !== undefined}
          {...form.getInputProps('password')}
        />
        <Button type="submit" variant="default" loading={set.isPending} style={{ alignSelf: 'start' }}>
          Set password
        </Button>
      </Stack>
    </form>
  );
}
