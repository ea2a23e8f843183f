import { Button, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { roleChange, userDetails } from '../../../contract/users.ts';
import { trpc } from '../api/client.ts';
import { describeFailure } from '../api/failure.ts';
import { usePanelIsOpen } from '../shell/panel.tsx';
import { useUnsavedQuestion } from '../shell/unsaved-question.ts';
import type { Person } from './answers.ts';
import { DetailFields, type DetailValues } from './detail-fields.tsx';
import { Part } from './part.tsx';
import { RoleFields, type RoleValues } from './role-fields.tsx';
import { useUserChange } from './use-user-change.ts';

type Errors = Readonly<Record<string, string | undefined>>;

/** Name and e-mail address of a user. */
export function DetailsPart({ person }: { person: Person }) {
  const { id, userName } = person;
  const isOpen = usePanelIsOpen();
  const [saved, setSaved] = useState<DetailValues>(person);
  const [values, setValues] = useState<DetailValues>({
    firstName: person.firstName,
    lastName: person.lastName,
    email: person.email,
  });
  const [errors, setErrors] = useState<Errors>({});
  const save = trpc.users.save.useMutation(useUserChange(`The details of ${userName} are saved.`));
  useUnsavedQuestion(
    () =>
      isOpen &&
      (values.firstName !== saved.firstName || values.lastName !== saved.lastName || values.email !== saved.email),
  );

  function refuse(found: Errors) {
    setErrors(found);
    const [first] = Object.keys(found);
    if (first) document.getElementById(`user-${first}`)?.focus();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (save.isPending) return;
    const checked = userDetails.safeParse(values);
    if (!checked.success)
      return refuse(Object.fromEntries(checked.error.issues.map(({ path, message }) => [path[0], message])));
    save.mutate(
      { id, ...checked.data },
      {
        onSuccess: () => setSaved(values),
        onError: (error) => refuse(describeFailure(error).fields),
      },
    );
  }

  return (
    <form onSubmit={submit} noValidate aria-busy={save.isPending} aria-label="Details">
      <Stack gap="md" align="flex-start">
        <DetailFields
          prefix="user"
          values={values}
          errors={errors}
          emailHint="For links of this account. A new address withdraws the open links."
          onChange={(changed) => {
            setValues((before) => ({ ...before, ...changed }));
            setErrors({});
          }}
        />
        <Button type="submit" loading={save.isPending}>
          Save
        </Button>
      </Stack>
    </form>
  );
}

/** Role of a user. */
export function RolePart({ person }: { person: Person }) {
  const { id, userName } = person;
  const stored: RoleValues = { role: person.role, telephonyClientId: person.telephonyClientId };
  const [value, setValue] = useState(stored);
  const [error, setError] = useState<string>();
  const change = trpc.users.changeRole.useMutation(useUserChange(`The role of ${userName} is changed.`));
  const isSame = value.role === stored.role && value.telephonyClientId === stored.telephonyClientId;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (change.isPending) return;
    const checked = roleChange.safeParse({ id, ...value });
    if (checked.success) return change.mutate(checked.data);
    setError(checked.error.issues[0]?.message);
    document.getElementById('user-account')?.focus();
  }

  return (
    <Part title="Role">
      <form onSubmit={submit} noValidate aria-busy={change.isPending} aria-label="Role" style={{ width: '100%' }}>
        <Stack gap="md" align="flex-start">
          <RoleFields
            isTitled
            value={value}
            accountId="user-account"
            accountError={error}
            onChange={(chosen) => {
              setValue(chosen);
              setError(undefined);
            }}
          />
          {!isSame && <Text size="sm">{userName} is signed out everywhere and signs in again with the new role.</Text>}
          <Button type="submit" variant="default" loading={change.isPending} disabled={isSame}>
            Change the role
          </Button>
        </Stack>
      </form>
    </Part>
  );
}
