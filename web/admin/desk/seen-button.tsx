import { Button } from '@mantine/core';
import { trpc } from '../api/client.ts';
import { describeFailure } from '../api/failure.ts';
import { showsFailures } from '../api/query-client.ts';
import { notifyWentWrong } from '../shell/notify.ts';

/** Takes a downtime of the product from the dashboard. */
export function SeenButton({ id, title }: { id: number; title: string }) {
  const utils = trpc.useUtils();
  const mark = trpc.health.markBlindTimeSeen.useMutation({
    meta: showsFailures,
    onError: (error) => notifyWentWrong(describeFailure(error).message),
    onSettled: () => utils.desk.attention.invalidate(),
  });
  return (
    <Button
      size="xs"
      variant="light"
      loading={mark.isPending}
      onClick={() => mark.mutate({ id })}
      aria-label={`Seen: ${title}`}
    >
      Seen
    </Button>
  );
}
