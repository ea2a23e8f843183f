import { Button, Checkbox, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import { apiTokenDays } from '../../../contract/api-tokens.ts';
import { permissionWords } from '../../../contract/roles.ts';
import { type Scope, scopePermissions, scopes } from '../../../contract/scopes.ts';
import { trpc } from '../api/client.ts';
import { describeFailure } from '../api/failure.ts';
import { showsFailures } from '../api/query-client.ts';
import { Dialog } from '../shell/dialog.tsx';
import { notifyFailedSave } from '../shell/notify.ts';
import { ShownOnce } from '../shell/shown-once.tsx';
import { formatDay } from '../shell/time.ts';
import { useUnsavedQuestion } from '../shell/unsaved-question.ts';
import { userMay } from './store.ts';

/** Asks for a token's name, scopes and expiry; then shows the token once. */
export function NewTokenDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog title="New API token" isOpen={isOpen} onClose={onClose} size="lg">
      {isOpen && <NewToken onClose={onClose} />}
    </Dialog>
  );
}

const lifetimes = [
  { days: 30, label: '30 days' },
  { days: apiTokenDays.usual, label: '90 days' },
  { days: 365, label: 'One year' },
  { days: apiTokenDays.max, label: 'Two years' },
];

/** The permissions that a scope adds to those of the scope's reading part. */
const wordsOf = (scope: Scope) => {
  const [last] = scopePermissions[scope].slice(-1);
  return last === undefined ? '' : `May ${permissionWords[last]}`;
};

function NewToken({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [days, setDays] = useState<number>(apiTokenDays.usual);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const nameId = useId();
  const utils = trpc.useUtils();
  const create = trpc.tokens.create.useMutation({
    meta: showsFailures,
    onSuccess: () => utils.tokens.list.invalidate(),
    onError(error) {
      const { fields, httpStatus, message } = describeFailure(error);
      setErrors(fields);
      notifyFailedSave(httpStatus, message);
    },
  });

  useUnsavedQuestion(() => !create.isSuccess && (name !== '' || chosen.length > 0));

  function submit(event: FormEvent) {
    event.preventDefault();
    if (create.isPending) return;
    const found = {
      ...(name.trim() === '' && { name: 'Name is required' }),
      ...(chosen.length === 0 && { scopes: 'Choose at least one scope' }),
    };
    setErrors(found);
    if (found.name) document.getElementById(nameId)?.focus();
    if (found.name || found.scopes) return;
    const expiresAt = new Date(Date.now() + days * 86_400_000 - 60_000).toISOString();
    create.mutate({ name, scopes: scopes.filter((scope) => chosen.includes(scope)), expiresAt });
  }

  if (create.data) {
    return (
      <Stack gap="md">
        <ShownOnce
          label="Token"
          description={`Works until ${formatDay(create.data.expiresAt)}. Copy it now: it is not shown again.`}
          value={create.data.token}
          action="Copy the token"
        />
        <Group>
          <Button variant="default" onClick={onClose}>
            Done
          </Button>
        </Group>
      </Stack>
    );
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          id={nameId}
          label="Name"
          description="The program that uses the token"
          maxLength={80}
          data-autofocus
          value={name}
          error={errors.name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Checkbox.Group label="Scopes" error={errors.scopes} value={[...chosen]} onChange={setChosen}>
          <Stack gap="xs" mt="xs">
            {scopes
              .filter((scope) => scopePermissions[scope].some(userMay))
              .map((scope) => (
                <Checkbox key={scope} size="md" value={scope} label={scope} description={wordsOf(scope)} />
              ))}
          </Stack>
        </Checkbox.Group>
        <NativeSelect
          label="Expires after"
          error={errors.expiresAt}
          value={days}
          onChange={(event) => setDays(Number(event.currentTarget.value))}
          data={lifetimes.map((one) => ({ value: String(one.days), label: one.label }))}
        />
        <Group>
          <Button type="submit" loading={create.isPending}>
            Create
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
