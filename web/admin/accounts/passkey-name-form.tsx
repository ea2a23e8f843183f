import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { passkeyName } from '../../../contract/passkeys.ts';

interface Props {
  /** The name at first. */
  first: string;
  action: string;
  /** Resolves to the reason if the name, or what is done with it, was refused. */
  onSubmit: (name: string) => Promise<string | undefined>;
  /** Further buttons. */
  children: ReactNode;
}

/** Form for the name of a passkey. */
export function NameForm({ first, action, onSubmit, children }: Props) {
  const [name, setName] = useState(first);
  const [error, setError] = useState<string>();
  const [isPending, setPending] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  // The form comes after the dialog has given the focus to its first button.
  useEffect(() => input.current?.select(), []);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isPending) return;
    const checked = passkeyName.safeParse(name);
    const problem = checked.error?.issues[0]?.message;
    setError(problem);
    if (problem !== undefined || checked.data === undefined) return input.current?.focus();
    setPending(true);
    setError(await onSubmit(checked.data));
    setPending(false);
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <TextInput
          ref={input}
          label="Name"
          description="So that you know it among your passkeys"
          maxLength={60}
          value={name}
          error={error}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setError(undefined);
          }}
        />
        <Group>
          <Button type="submit" loading={isPending}>
            {action}
          </Button>
          {children}
        </Group>
      </Stack>
    </form>
  );
}
