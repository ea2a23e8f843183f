import { Button } from '@mantine/core';
import { trpc } from '../api/client.ts';
import { useConfirm } from '../shell/confirm.tsx';
import { notifyDeleted } from '../shell/notify.ts';
import type { Channel } from './answers.ts';

/** Deletes a channel after a question. */
export function RemoveChannel({ channel: { id, name }, onDone }: { channel: Channel; onDone?: () => void }) {
  const confirm = useConfirm();
  const utils = trpc.useUtils();
  const remove = trpc.alarms.channels.remove.useMutation({
    onSuccess: () => {
      notifyDeleted();
      onDone?.();
    },
    onSettled: () => Promise.all([utils.alarms.invalidate(), utils.health.outages.invalidate()]),
  });
  async function ask() {
    const subject = `${name} gets no alarms any more. What it got stays on record.`;
    if (await confirm({ message: 'Delete this channel?', subject, action: 'Delete' })) remove.mutate({ id });
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
