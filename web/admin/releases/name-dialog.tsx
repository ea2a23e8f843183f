import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { infoOf } from '../../../contract/fields.ts';
import { releaseName } from '../../../contract/releases.ts';
import { limited } from '../fields/limit.tsx';
import { Dialog } from '../shell/dialog.tsx';

interface Props {
  title: string;
  hint: string;
  /** Label of the button that sends the name. */
  action: string;
  /** The name at the start. */
  name?: string;
  isOpen: boolean;
  isPending: boolean;
  onClose: () => void;
  onName: (name: string) => void;
}

/** Asks for a release's name. */
export function NameDialog({ title, isOpen, onClose, ...form }: Props) {
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose}>
      <NameForm {...form} onClose={onClose} />
    </Dialog>
  );
}

function NameForm({ hint, action, name = '', isPending, onClose, onName }: Omit<Props, 'title' | 'isOpen'>) {
  const [typed, setTyped] = useState(name);
  const [error, setError] = useState<string>();
  function submit(event: FormEvent) {
    event.preventDefault();
    const checked = releaseName.safeParse(typed);
    if (checked.success) onName(checked.data);
    else setError(checked.error.issues[0]?.message);
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label="Name"
          data-autofocus
          value={typed}
          {...limited({ info: { label: 'Name', ...infoOf(releaseName), hint }, text: typed, error })}
          readOnly={isPending}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setError(undefined);
          }}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" color="plum" loading={isPending}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
