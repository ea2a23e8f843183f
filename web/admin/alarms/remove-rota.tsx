import { Button } from '@mantine/core';
import { trpc } from '../api/client.ts';
import { useConfirm } from '../shell/confirm.tsx';
import { notifyDeleted } from '../shell/notify.ts';
import type { Rota } from './answers.ts';

/** Deletes a rota after a question. */
export function RemoveRota({ rota: { id, name }, onDone }: { rota: Rota; onDone: () => void }) {
  const confirm = useConfirm();
  const utils = trpc.useUtils();
  const remove = trpc.alarms.rotas.remove.useMutation({
    onSuccess: () => {
      notifyDeleted();
      onDone();
    },
    onSettled: () => utils.alarms.invalidate(),
  });
  async function ask() {
    const subject = `${name} with its turns and replacements is deleted.`;
    if (await confirm({ message: 'Delete this rota?', subject, action: 'Delete' })) remove.mutate({ id });
  }
  return (
    <Button
      size="xs"
      variant="subtle"
      color="red"
      loading={remove.isPending}
      aria-label={`Delete ${name}`}
      onClick={() => void ask()}
    >
      Delete
    </Button>
  );
}
