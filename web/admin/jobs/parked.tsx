import { ActionIcon, Button, Group, Skeleton, Stack, Table, Text, UnstyledButton } from '@mantine/core';
import type { inferRouterOutputs } from '@trpc/server';
import { useState } from 'react';
import type { AppRouter } from '../../../server/trpc/app-router.ts';
import { trpc } from '../api/client.ts';
import { Panel } from '../records/panel.tsx';
import tableCss from '../records/record-table.module.css';
import { PlainTable } from '../records/scrolling-table.tsx';
import { useConfirm } from '../shell/confirm.tsx';
import { RefreshIcon, TrashIcon } from '../shell/icons.tsx';
import { hasFailed, LoadFailure } from '../shell/loaded.tsx';
import { notifySuccess } from '../shell/notify.tsx';
import { formatDateTime } from '../shell/time.ts';
import { JsonTree } from '../telephony/json-tree.tsx';
import css from './jobs.module.css';
import { Nothing, Part } from './part.tsx';

type ParkedJob = inferRouterOutputs<AppRouter>['jobs']['parked']['jobs'][number];

/** How often the list is looked at anew, in ms. */
const pause = 5000;

/** Loads what the screen and the sidebar show of the queue anew. */
function useReload() {
  const utils = trpc.useUtils();
  return { onSettled: () => utils.jobs.invalidate() };
}

/** Jobs that failed their last attempt and wait for a person: look, retry, remove. */
export function Parked() {
  const [open, setOpen] = useState<ParkedJob | null>(null);
  const list = trpc.jobs.parked.useInfiniteQuery(
    {},
    { getNextPageParam: (page) => page.nextCursor, refetchInterval: pause },
  );
  const jobs = list.data?.pages.flatMap((page) => page.jobs) ?? [];
  const retryAll = trpc.jobs.retryAll.useMutation({
    ...useReload(),
    onSuccess: ({ retried }) =>
      notifySuccess('Jobs', `${retried} ${retried === 1 ? 'job is' : 'jobs are'} tried again.`),
  });
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
      {list.isPending && <Skeleton h={80} />}
      {hasFailed(list) && <LoadFailure query={list} />}
      {list.data && jobs.length === 0 && (
        <Nothing>No job is parked. One that has failed its last attempt waits here for you.</Nothing>
      )}
      {jobs.length > 0 && (
        <PlainTable label="Parked jobs" headers={['Retry', 'Remove', 'Job', 'Error', 'Attempts', 'Parked']}>
          {jobs.map((job) => (
            <ParkedRow key={job.id} job={job} onOpen={() => setOpen(job)} />
          ))}
        </PlainTable>
      )}
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

function ParkedRow({ job, onOpen }: { job: ParkedJob; onOpen: () => void }) {
  const { retry, remove } = useParkedJob(job);
  return (
    <Table.Tr>
      <Table.Td className={tableCss.action}>
        <ActionIcon variant="subtle" aria-label={`Retry ${job.name} ${job.id}`} {...retry}>
          <RefreshIcon />
        </ActionIcon>
      </Table.Td>
      <Table.Td className={tableCss.action}>
        <ActionIcon variant="subtle" color="red" aria-label={`Remove ${job.name} ${job.id}`} {...remove}>
          <TrashIcon />
        </ActionIcon>
      </Table.Td>
      <Table.Td>
        <UnstyledButton id={openerOf(job)} fz="sm" fw={500} td="underline" onClick={onOpen}>
          {job.name}
        </UnstyledButton>
      </Table.Td>
      <Table.Td>
        <Text size="sm" className={css.error} lineClamp={2}>
          {job.error}
        </Text>
      </Table.Td>
      <Table.Td>{job.attempts}</Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>{formatDateTime(job.parkedAt)}</Table.Td>
    </Table.Tr>
  );
}

function ParkedDetail({ job, onDone }: { job: ParkedJob; onDone: () => void }) {
  const { retry, remove } = useParkedJob(job, onDone);
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

/** What the buttons of a parked job do. */
function useParkedJob({ id, name }: ParkedJob, onDone?: () => void) {
  const reload = useReload();
  const confirm = useConfirm();
  const retry = trpc.jobs.retry.useMutation({
    ...reload,
    onSuccess() {
      notifySuccess('Jobs', `${name} is tried again.`);
      onDone?.();
    },
  });
  const removal = trpc.jobs.remove.useMutation({
    ...reload,
    onSuccess() {
      notifySuccess('Jobs', `${name} is removed.`);
      onDone?.();
    },
  });
  async function remove() {
    const question = { message: 'Remove this job for good?', subject: `${name} ${id}`, action: 'Remove' };
    if (await confirm(question)) removal.mutate({ id });
  }
  return {
    retry: { loading: retry.isPending, onClick: () => retry.mutate({ id }) },
    remove: { loading: removal.isPending, onClick: () => void remove() },
  };
}
