import { Button, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import { boardCategory } from '../../../contract/boards.ts';
import { trpc } from '../api/client.ts';
import { describeFailure } from '../api/failure.ts';
import { showsFailures } from '../api/query-client.ts';
import { notifySaved, notifyWentWrong } from '../shell/notify.tsx';

interface Props {
  /** The category to rename, or null for a new one. */
  id: number | null;
  name: string;
  onSaved: () => void;
}

/** Category Name and Save (specification, section 2: 'Trello Category' panel). */
export function CategoryForm({ id, name: initial, onSaved }: Props) {
  const inputId = useId();
  const [name, setName] = useState(initial);
  const [error, setError] = useState<string>();
  const utils = trpc.useUtils();
  const save = trpc.boards.saveCategory.useMutation({
    meta: showsFailures,
    onSettled: () => utils.boards.categories.invalidate(),
  });

  function refuse(message: string) {
    setError(message);
    document.getElementById(inputId)?.focus();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    const checked = boardCategory.safeParse({ name });
    if (!checked.success) return refuse(checked.error.issues[0]?.message ?? '');
    try {
      await save.mutateAsync({ id, ...checked.data });
    } catch (failed) {
      const { httpStatus, message } = describeFailure(failed);
      if (httpStatus !== 401) notifyWentWrong(message);
      return refuse(message);
    }
    notifySaved();
    onSaved();
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate aria-busy={save.isPending}>
      <Stack gap="md" align="flex-start">
        <TextInput
          id={inputId}
          w="100%"
          label="Category Name"
          maxLength={120}
          autoComplete="off"
          data-autofocus
          value={name}
          error={error}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setError(undefined);
          }}
        />
        <Button type="submit" loading={save.isPending}>
          Save
        </Button>
      </Stack>
    </form>
  );
}
