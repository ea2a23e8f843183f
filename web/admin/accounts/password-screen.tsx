import { Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { FocusEvent, FormEvent } from 'react';
import { isUserName, newPassword, passwordIsUserName } from '../../../contract/passwords.ts';
import { trpc } from '../api/client.ts';
import { describeFailure } from '../api/failure.ts';
import { showsFailures } from '../api/query-client.ts';
import { hasLeftField } from '../fields/left-field.ts';
import { notifyFailedSave, notifySaved } from '../shell/notify.ts';
import { PasswordField } from '../shell/password-field.tsx';
import { Screen } from '../shell/screen.tsx';
import { useUnsavedQuestion } from '../shell/unsaved-question.ts';
import { currentSession } from './store.ts';

const inputIds = { currentPassword: 'current-password', password: 'new-password', confirmation: 'confirm-password' };

/** Focuses the first field with an error. */
function focusFirst(errors: Readonly<Record<string, unknown>>): void {
  const [, id] = Object.entries(inputIds).find(([name]) => errors[name]) ?? [];
  if (id !== undefined) document.getElementById(id)?.focus();
}

/** Change Password (specification, sections 2 and 5). */
export function PasswordScreen() {
  const form = useForm({
    initialValues: { currentPassword: '', password: '', confirmation: '' },
    validate: {
      currentPassword: (text) => (text === '' ? 'Current Password is required' : null),
      password(text) {
        const problem = newPassword.safeParse(text).error?.issues[0]?.message;
        return problem ?? (isUserName(text, currentSession()?.userName ?? '') ? passwordIsUserName : null);
      },
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
      focusFirst(failure.fields);
      notifyFailedSave(failure.httpStatus, failure.message);
    },
  });

  useUnsavedQuestion(() => form.isDirty());

  function submit(event: FormEvent) {
    event.preventDefault();
    if (change.isPending) return;
    const { hasErrors, errors } = form.validate();
    const { currentPassword, password } = form.values;
    if (hasErrors) focusFirst(errors);
    else change.mutate({ currentPassword, password });
  }

  const leaving = (name: keyof typeof inputIds) => ({
    onBlur: (event: FocusEvent<HTMLElement>) => hasLeftField(event) && form.validateField(name),
  });

  return (
    <Screen title="Change Password">
      <form onSubmit={submit} noValidate>
        <Stack gap="md" maw={360}>
          <PasswordField
            wrapperProps={leaving('currentPassword')}
            id={inputIds.currentPassword}
            label="Current Password"
            autoComplete="current-password"
            aria-invalid={form.errors.currentPassword !== undefined}
            {...form.getInputProps('currentPassword')}
          />
          <PasswordField
            wrapperProps={leaving('password')}
            id={inputIds.password}
            label="Password"
            description="At least 6 characters. Your other sessions are signed out."
            autoComplete="new-password"
            aria-invalid={form.errors.password !== undefined}
            {...form.getInputProps('password')}
          />
          <PasswordField
            wrapperProps={leaving('confirmation')}
            id={inputIds.confirmation}
            label="Confirm Password"
            autoComplete="new-password"
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
