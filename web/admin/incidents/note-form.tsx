import { Button, Stack, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { incidentNote } from '../../../contract/alarm-incidents.ts';
import { trpc } from '../api/client.ts';
import { describeFailure } from '../api/failure.ts';
import { notifySaved } from '../shell/notify.ts';
import { useUnsavedQuestion } from '../shell/unsaved-question.ts';

/** Adds a note to the timeline; the text stays if it cannot be saved. */
export function NoteForm({ id }: { id: number }) {
  const utils = trpc.useUtils();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  // Not awaited: the text is cleared before the timeline shows it.
  const reload = () => void utils.alarms.incidents.invalidate();
  const add = trpc.alarms.incidents.note.useMutation({ onSettled: reload });
  useUnsavedQuestion(() => text.trim() !== '');

  async function send() {
    const fields = incidentNote.safeParse({ id, text });
    if (!fields.success) {
      setProblem(fields.error.issues[0]?.message ?? null);
      return document.getElementById('incident-note')?.focus();
    }
    try {
      await add.mutateAsync(fields.data);
    } catch (error) {
      // The notification says why; the text stays.
      return setProblem(describeFailure(error).fields.text ?? null);
    }
    setText('');
    notifySaved();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!add.isPending) void send();
  }

  return (
    <form onSubmit={submit} noValidate aria-label="Note">
      <Stack gap="xs" align="flex-start">
        <Textarea
          id="incident-note"
          label="Note"
          description="For your colleagues: what you found, and what you did. The status page does not show it."
          autosize
          minRows={2}
          maxRows={10}
          w="100%"
          value={text}
          readOnly={add.isPending}
          error={problem}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setProblem(null);
          }}
        />
        <Button type="submit" variant="default" loading={add.isPending}>
          Add note
        </Button>
      </Stack>
    </form>
  );
}
