import { Button, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { FocusEvent, FormEvent } from 'react';
import { newPassword } from '../../../contract/session.ts';
import { trpc } from '../api/client.ts';
import { describeFailure } from '../api/failure.ts';
import { showsFailures } from '../api/query-client.ts';
import { hasLeftField } from '../fields/left-field.ts';
import { notifyFailedSave, notifySaved } from '../shell/notify.tsx';
import { Screen } from '../shell/screen.tsx';

/** Change Password (specification, sections 2 and 5). */
export function PasswordScreen() {
  const form = useForm({
    initialValues: { password: '', confirmation: '' },
    validate: {
      password: (text) => newPassword.safeParse(text).error?.issues[0]?.message ?? null,
      confirmation: (text, { password }) => {
        if (text === '') return 'Confirm Password is required';
        return text === password ? null : 'Confirm Password must be equal to Password';
      },
    },
  });
  const change = trpc.session.changePassword.useMutation({
    meta: showsFailures,
    onSuccess() {
      notifySaved();
      form.reset();
    },
    onError(error) {
      const failure = describeFailure(error);
      form.setErrors({ ...failure.fields });
      notifyFailedSave(failure.httpStatus, failure.message);
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const { hasErrors, errors } = form.validate();
    if (hasErrors) document.getElementById(errors.password ? 'new-password' : 'confirm-password')?.focus();
    else change.mutate({ password: form.values.password });
  }

  const leaving = (name: 'password' | 'confirmation') => ({
    onBlur: (event: FocusEvent<HTMLElement>) => hasLeftField(event) && form.validateField(name),
  });

  return (
    <Screen title="Change Password">
      <form onSubmit={submit} noValidate>
        <Stack gap="md" maw={360}>
          <PasswordInput
            wrapperProps={leaving('password')}
            id="new-password"
            label="Password"
            description="At least 6 characters. Your other sessions are signed out."
            autoComplete="new-password"
            maxLength={200}
            aria-invalid={form.errors.password !== undefined}
            {...form.getInputProps('password')}
          />
          <PasswordInput
            wrapperProps={leaving('confirmation')}
            id="confirm-password"
            label="Confirm Password"
            autoComplete="new-password"
            maxLength={200}
            aria-invalid={form.errors.confirmation !== undefined}
            {...form.getInputProps('confirmation')}
          />
          <Button type="submit" loading={change.isPending} style={{ justifySelf: 'start' }}>
            Save
          </Button>
        </Stack>
      </form>
    </Screen>
  );
}
