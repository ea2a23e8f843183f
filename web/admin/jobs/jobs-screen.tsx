import { Alert, Anchor, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { trpc } from '../api/client.ts';
import { useConfirm } from '../shell/confirm.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { Screen } from '../shell/screen.tsx';
import { ParkedJobs } from './parked-jobs.tsx';
import { Figures, type Overview, Schedules, Throughput } from './queue-status.tsx';
import { Workers } from './workers.tsx';

/** Polling interval of the open screen, in ms. */
const pollInterval = 5000;

const drivers: Record<Overview['driver'], string> = {
  embedded: 'The embedded queue, in this process’s database.',
  redis: 'BullMQ on Redis, shared by all processes.',
  postgres: 'BullMQ on Postgres, shared by all processes.',
};

/** Jobs: the state of background work and its controls; the same for every queue driver. */
export function JobsScreen() {
  const query = trpc.jobs.overview.useQuery(undefined, { refetchInterval: pollInterval });
  return (
    <Screen title="Jobs" actions={query.data?.status && <PauseButton isPaused={query.data.status.isPaused} />}>
      <Loaded query={query} what="screen" waiting={<Skeleton h={240} />}>
        {(data) => (
          <Stack gap="xl">
            <QueueOverview {...data} />
            <ParkedJobs />
            {data.status && <Schedules schedules={data.status.schedules} now={data.now} />}
            <Workers workers={data.workers} now={data.now} />
          </Stack>
        )}
      </Loaded>
    </Screen>
  );
}

function QueueOverview({ driver, status }: Overview) {
  return (
    <Stack gap="lg">
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed">
          {drivers[driver]}
        </Text>
        {driver !== 'embedded' && (
          <Anchor href="/admin/queues" target="_blank" rel="noopener" size="sm">
            Bull Board
          </Anchor>
        )}
      </Group>
      {status?.isPaused && (
        <Alert color="amber" title="The queue is paused" role="status">
          <Text size="sm">No messages, syncs or checks run until you resume the queue. New jobs wait.</Text>
        </Alert>
      )}
      {status ? (
        <>
          <Figures status={status} />
          <Throughput minutes={status.throughput} />
        </>
      ) : (
        <Alert color="red" title="The job queue does not answer" role="status">
          <Text size="sm">
            Pending work is safe in the database and continues once the queue answers. This screen keeps checking.
          </Text>
        </Alert>
      )}
    </Stack>
  );
}

function PauseButton({ isPaused }: { isPaused: boolean }) {
  const utils = trpc.useUtils();
  const confirm = useConfirm();
  const reload = { onSettled: () => utils.jobs.invalidate() };
  const pausing = trpc.jobs.pause.useMutation(reload);
  const resuming = trpc.jobs.resume.useMutation(reload);
  async function ask() {
    const question = {
      message: 'Pause all background work?',
      subject: 'No messages, syncs or checks run until you resume. Running jobs finish.',
      action: 'Pause',
    };
    if (await confirm(question)) pausing.mutate();
  }
  if (isPaused) {
    return (
      <Button loading={resuming.isPending} onClick={() => resuming.mutate()}>
        Resume
      </Button>
    );
  }
  return (
    <Button variant="default" loading={pausing.isPending} onClick={() => void ask()}>
      Pause
    </Button>
  );
}
