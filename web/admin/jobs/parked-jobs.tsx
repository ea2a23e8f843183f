import { ActionIcon, Button, Group, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core';
import type { inferRouterOutputs } from '@trpc/server';
import { useState } from 'react';
import type { AppRouter } from '../../../server/trpc/app-router.ts';
import { trpc } from '../api/client.ts';
import { useConfirm } from '../shell/confirm.tsx';
import { RefreshIcon, TrashIcon } from '../shell/icons.tsx';
import { JsonTree } from '../shell/json-tree.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { notifySuccess } from '../shell/notify.ts';
import { Panel } from '../shell/panel.tsx';
import { formatDateTime } from '../shell/time.ts';
import { DataTable, type TableColumn } from '../tables/data-table.tsx';
import css from './jobs.module.css';
import { Part } from './part.tsx';

type ParkedJob = inferRouterOutputs<AppRouter>['jobs']['parked']['jobs'][number];

/** Polling interval of the list, in ms. */
const pollInterval = 5000;

/** Reloads every query about the queue: this screen's and the sidebar's. */
function useReload() {
  const utils = trpc.useUtils();
  return { onSettled: () => utils.jobs.invalidate() };
}

/** Jobs that failed their last attempt, to view, retry or remove. */
export function ParkedJobs() {
  const [open, setOpen] = useState<ParkedJob | null>(null);
  const list = trpc.jobs.parked.useInfiniteQuery(
    {},
    { getNextPageParam: (page) => page.nextCursor, refetchInterval: pollInterval },
  );
  const jobs = list.data?.pages.flatMap((page) => page.jobs) ?? [];
  const retryAll = trpc.jobs.retryAll.useMutation({
    ...useReload(),
    onSuccess: ({ retried }) => notifySuccess('Jobs', `Retrying ${retried} ${retried === 1 ? 'job' : 'jobs'}.`),
  });
  const columns: TableColumn<ParkedJob>[] = [
    { header: 'Retry', kind: 'action', cell: (job) => <RetryIcon job={job} /> },
    { header: 'Remove', kind: 'action', cell: (job) => <RemoveIcon job={job} /> },
    {
      header: 'Job',
      cell: (job) => (
        <UnstyledButton id={openerOf(job)} mih={24} fz="sm" fw={500} td="underline" onClick={() => setOpen(job)}>
          {job.name}
        </UnstyledButton>
      ),
    },
    {
      header: 'Error',
      cell: (job) => (
        <Text size="sm" className={css.error} lineClamp={2}>
          {job.error}
        </Text>
      ),
    },
    { header: 'Attempts', cell: (job) => job.attempts },
    { header: 'Parked', kind: 'line', cell: (job) => formatDateTime(job.parkedAt) },
  ];
  return (
    <Part
      title="Parked jobs"
      actions={
        jobs.length > 0 && (
          <Button
            variant="default"
            leftSection={<RefreshIcon />}
            loading={retryAll.isPending}
            onClick={() => retryAll.mutate()}
          >
            Retry all
          </Button>
        )
      }
    >
      <Loaded query={list} waiting={<Skeleton h={80} />}>
        {() => (
          <DataTable
            label="Parked jobs"
            columns={columns}
            rows={jobs}
            keyOf={({ id }) => id}
            empty="There are no parked jobs. A job that fails its last attempt appears here."
          />
        )}
      </Loaded>
      {list.hasNextPage && (
        <Button mt="sm" variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show older
        </Button>
      )}
      <Panel title={open?.name ?? ''} isOpen={open !== null} onClose={() => setOpen(null)} opener={openerOf(open)}>
        {open && <ParkedDetail job={open} onDone={() => setOpen(null)} />}
      </Panel>
    </Part>
  );
}

function openerOf(job: ParkedJob | null): string {
  return `parked-${job?.id}`;
}

function RetryIcon({ job }: { job: ParkedJob }) {
  return (
    <ActionIcon variant="subtle" aria-label={`Retry ${job.name} ${job.id}`} {...useRetry(job)}>
      <RefreshIcon />
    </ActionIcon>
  );
}

function RemoveIcon({ job }: { job: ParkedJob }) {
  return (
    <ActionIcon variant="subtle" color="red" aria-label={`Remove ${job.name} ${job.id}`} {...useRemove(job)}>
      <TrashIcon />
    </ActionIcon>
  );
}

function ParkedDetail({ job, onDone }: { job: ParkedJob; onDone: () => void }) {
  const retry = useRetry(job, onDone);
  const remove = useRemove(job, onDone);
  return (
    <Stack gap="md">
      <Text size="sm">
        Enqueued {formatDateTime(job.enqueuedAt)}, parked {formatDateTime(job.parkedAt)} after {job.attempts}{' '}
        {job.attempts === 1 ? 'attempt' : 'attempts'}.
      </Text>
      <div>
        <Text size="xs" c="dimmed">
          Last error
        </Text>
        <Text size="sm" className={css.whole}>
          {job.error}
        </Text>
      </div>
      <JsonTree name="data" value={job.data} isOpen />
      <Group gap="sm">
        <Button {...retry}>Retry</Button>
        <Button variant="light" color="red" {...remove}>
          Remove
        </Button>
      </Group>
    </Stack>
  );
}

/** Properties of a button that retries the job. */
function useRetry({ id, name }: ParkedJob, onDone?: () => void) {
  const retry = trpc.jobs.retry.useMutation({
    ...useReload(),
    onSuccess() {
      notifySuccess('Jobs', `Retrying ${name}.`);
      onDone?.();
    },
  });
  return { loading: retry.isPending, onClick: () => retry.mutate({ id }) };
}

/** Properties of a button that removes the job after a confirmation. */
function useRemove({ id, name }: ParkedJob, onDone?: () => void) {
  const confirm = useConfirm();
  const removal = trpc.jobs.remove.useMutation({
    ...useReload(),
    onSuccess() {
      notifySuccess('Jobs', `Removed ${name}.`);
      onDone?.();
    },
  });
  async function remove() {
    const question = { message: 'Remove this job permanently?', subject: `${name} ${id}`, action: 'Remove' };
    if (await confirm(question)) removal.mutate({ id });
  }
  return { loading: removal.isPending, onClick: () => void remove() };
}
