import { Button, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import { boardCategory } from '../../../contract/boards.ts';
import { trpc } from '../api/client.ts';
import { describeFailure } from '../api/failure.ts';
import { newKey } from '../api/new-key.ts';
import { showsFailures } from '../api/query-client.ts';
import { limited } from '../fields/limit.tsx';
import { notifyFailedSave, notifySaved } from '../shell/notify.ts';
import { usePanelIsOpen } from '../shell/panel.tsx';
import { useUnsavedQuestion } from '../shell/unsaved-question.ts';

interface Props {
  /** The category to rename, or null for a new one. */
  id: number | null;
  name: string;
  onSaved: () => void;
}

/** Category Name and Save (specification, section 2: 'Trello Category' panel). */
export function CategoryForm({ id, name: initial, onSaved }: Props) {
  const inputId = useId();
  const isOpen = usePanelIsOpen();
  const [name, setName] = useState(initial);
  const [error, setError] = useState<string>();
  // Repeated saves of a new category create it once.
  const [key] = useState(newKey);
  const utils = trpc.useUtils();
  const save = trpc.boards.saveCategory.useMutation({
    meta: showsFailures,
    onSettled: () => utils.boards.categories.invalidate(),
  });

  useUnsavedQuestion(() => isOpen && name !== initial);

  function refuse(message: string) {
    setError(message);
    document.getElementById(inputId)?.focus();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (save.isPending) return;
    const checked = boardCategory.safeParse({ name });
    if (!checked.success) return refuse(checked.error.issues[0]?.message ?? '');
    try {
      await save.mutateAsync({ id, key, ...checked.data });
    } catch (failed) {
      const { httpStatus, message } = describeFailure(failed);
      notifyFailedSave(httpStatus, message);
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
          autoComplete="off"
          data-autofocus
          readOnly={save.isPending}
          value={name}
          {...limited({ info: { label: 'Category Name', maxLength: 120 }, text: name, error })}
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
