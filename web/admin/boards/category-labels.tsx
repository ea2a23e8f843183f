import { ActionIcon, Button, Group, NativeSelect, Skeleton, Stack } from '@mantine/core';
import type { inferRouterOutputs } from '@trpc/server';
import { useState } from 'react';
import type { AppRouter } from '../../../server/trpc/app-router.ts';
import { trpc } from '../api/client.ts';
import { describeFailure } from '../api/failure.ts';
import { showsFailures } from '../api/query-client.ts';
import { TrashIcon } from '../shell/icons.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { notifySaved, notifyWentWrong } from '../shell/notify.ts';
import { DataTable, type TableColumn } from '../tables/data-table.tsx';

interface Props {
  categoryId: number;
  isAdmin: boolean;
}

/** The labels of a category; Admins add and remove them (specification, section 2: 'Labels' panel). */
export function CategoryLabels({ categoryId, isAdmin }: Props) {
  const labels = trpc.boards.categoryLabels.useQuery({ categoryId });
  return (
    <Stack gap="lg">
      {isAdmin && <AddLabel categoryId={categoryId} />}
      <Loaded query={labels} waiting={<Skeleton h={120} />}>
        {(rows) => <LabelTable categoryId={categoryId} labels={rows} isAdmin={isAdmin} />}
      </Loaded>
    </Stack>
  );
}

type Label = inferRouterOutputs<AppRouter>['boards']['categoryLabels'][number];

function LabelTable({ categoryId, labels, isAdmin }: Props & { labels: readonly Label[] }) {
  const remove: TableColumn<Label> = {
    header: 'Remove',
    kind: 'action',
    cell: ({ id, name }) => <RemoveLabel categoryId={categoryId} labelId={id} name={name} />,
  };
  const columns: TableColumn<Label>[] = [
    { header: 'Name', cell: ({ name }) => name },
    { header: 'Board', cell: ({ board }) => board },
    ...(isAdmin ? [remove] : []),
  ];
  return (
    <DataTable
      label="Labels of the category"
      columns={columns}
      rows={labels}
      keyOf={({ id }) => id}
      empty={`Cards with these labels count towards the category in an expense report.${isAdmin ? ' Add the first one above.' : ''}`}
    />
  );
}

function AddLabel({ categoryId }: { categoryId: number }) {
  const labels = trpc.boards.labels.useQuery();
  return (
    <Loaded query={labels} what="list of all labels" waiting={<Skeleton h={80} />}>
      {(all) => <AddLabelForm categoryId={categoryId} all={all} />}
    </Loaded>
  );
}

interface AddLabelFormProps {
  categoryId: number;
  all: inferRouterOutputs<AppRouter>['boards']['labels'];
}

function AddLabelForm({ categoryId, all }: AddLabelFormProps) {
  const [labelId, setLabelId] = useState('');
  const utils = trpc.useUtils();
  const add = trpc.boards.addLabel.useMutation({
    meta: showsFailures,
    onSuccess: async () => {
      notifySaved();
      setLabelId('');
      await utils.boards.categoryLabels.invalidate({ categoryId });
    },
    onError: (error) => notifyWentWrong(describeFailure(error).message),
  });
  return (
    <Group gap="sm" align="flex-end" wrap="nowrap">
      <NativeSelect
        label="Label"
        flex={1}
        value={labelId}
        onChange={(event) => setLabelId(event.currentTarget.value)}
        description={all.length === 0 ? 'Labels appear here after the first sync with Trello.' : undefined}
      >
        <option value="">Select</option>
        {[...Map.groupBy(all, (label) => label.board)].map(([board, labels]) => (
          <optgroup key={board} label={board}>
            {labels.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </optgroup>
        ))}
      </NativeSelect>
      <Button disabled={labelId === ''} loading={add.isPending} onClick={() => add.mutate({ labelId, categoryId })}>
        Add
      </Button>
    </Group>
  );
}

function RemoveLabel({ categoryId, labelId, name }: { categoryId: number; labelId: string; name: string }) {
  const utils = trpc.useUtils();
  const removal = trpc.boards.removeLabel.useMutation({
    onSettled: () => utils.boards.categoryLabels.invalidate({ categoryId }),
  });
  return (
    <ActionIcon
      variant="subtle"
      color="red"
      aria-label={`Remove ${name} from this category`}
      loading={removal.isPending}
      onClick={() => removal.mutate({ labelId, categoryId })}
    >
      <TrashIcon />
    </ActionIcon>
  );
}
