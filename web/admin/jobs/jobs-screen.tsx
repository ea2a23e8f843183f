import { Alert, Anchor, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { trpc } from '../api/client.ts';
import { useConfirm } from '../shell/confirm.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { Screen } from '../shell/screen.tsx';
import { Parked } from './parked.tsx';
import { Figures, type Overview, Schedules, Throughput } from './standing.tsx';
import { Workers } from './workers.tsx';

/** How often the open screen looks for news, in ms. */
const pause = 5000;

const drivers: Record<Overview['driver'], string> = {
  embedded: 'The embedded queue, in the database of this process.',
  redis: 'BullMQ on Redis, shared by every process.',
  postgres: 'BullMQ on Postgres, shared by every process.',
};

/** Jobs: how background work stands, and what can be done about it. The same for every driver. */
export function JobsScreen() {
  const query = trpc.jobs.overview.useQuery(undefined, { refetchInterval: pause });
  return (
    <Screen title="Jobs" actions={query.data?.standing && <PauseButton isPaused={query.data.standing.isPaused} />}>
      <Loaded query={query} what="screen" waiting={<Skeleton h={240} />}>
        {(data) => (
          <Stack gap="xl">
            <Standing {...data} />
            <Parked />
            {data.standing && <Schedules schedules={data.standing.schedules} now={data.now} />}
            <Workers workers={data.workers} now={data.now} />
          </Stack>
        )}
      </Loaded>
    </Screen>
  );
}

function Standing({ driver, standing }: Overview) {
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
      {standing?.isPaused && (
        <Alert color="amber" title="The queue is paused" role="status">
          <Text size="sm">Nothing is sent, synced or checked until it is resumed; what is enqueued waits.</Text>
        </Alert>
      )}
      {standing ? (
        <>
          <Figures standing={standing} />
          <Throughput minutes={standing.throughput} />
        </>
      ) : (
        <Alert color="red" title="The job queue does not answer" role="status">
          <Text size="sm">
            What is to be done is in the database and goes on by itself once the queue is back. This screen keeps
            looking.
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
      subject: 'No message is sent and nothing is synced or checked until it is resumed. What runs is finished.',
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
