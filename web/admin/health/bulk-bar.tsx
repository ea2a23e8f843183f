import { Button, Group, Text } from '@mantine/core';
import { maxBulkServers } from '../../../contract/health-overview.ts';
import { titles } from '../../../contract/messages.ts';
import { trpc } from '../api/client.ts';
import { describeFailure } from '../api/failure.ts';
import { showsFailures } from '../api/query-client.ts';
import { notifySuccess, notifyWentWrong } from '../shell/notify.ts';

interface Props {
  selected: readonly number[];
  onDone: () => void;
}

/** Lengths of maintenance on offer, in hours. */
const maintenanceHours = [1, 4, 24] as const;

/** Changes of the selected servers. */
export function BulkBar({ selected, onDone }: Props) {
  const utils = trpc.useUtils();
  const change = trpc.health.change.useMutation({
    meta: showsFailures,
    onSuccess({ changed, failed }) {
      if (changed > 0) notifySuccess(titles.success, `${changed === 1 ? '1 server' : `${changed} servers`} changed.`);
      const [first] = failed;
      if (first) notifyWentWrong(`${failed.length} not changed: ${first.reason}`);
      onDone();
    },
    onError: (error) => notifyWentWrong(describeFailure(error).message),
    onSettled: () => utils.health.invalidate(),
  });
  const isIdle = selected.length === 0;
  const run = (action: 'pause' | 'resume' | 'maintain' | 'endMaintenance', hours?: number) => ({
    size: 'xs' as const,
    variant: 'default',
    disabled: isIdle || selected.length > maxBulkServers || change.isPending,
    onClick: () => change.mutate({ ids: [...selected], action, ...(hours !== undefined && { hours }) }),
  });
  return (
    <Group gap="xs" role="group" aria-label="Selected servers">
      <Text size="sm" c="dimmed" role="status">
        {isIdle ? 'Select servers to change several at once.' : `${selected.length} selected`}
      </Text>
      {!isIdle && (
        <>
          <Button {...run('pause')}>Pause</Button>
          <Button {...run('resume')}>Resume</Button>
          {maintenanceHours.map((hours) => (
            <Button key={hours} {...run('maintain', hours)}>
              Maintenance {hours} h
            </Button>
          ))}
          <Button {...run('endMaintenance')}>End maintenance</Button>
        </>
      )}
    </Group>
  );
}
