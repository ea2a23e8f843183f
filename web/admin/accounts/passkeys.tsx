import { Button, Group, Text, VisuallyHidden } from '@mantine/core';
import type { inferRouterOutputs } from '@trpc/server';
import { useState } from 'react';
import type { AppRouter } from '../../../server/trpc/app-router.ts';
import { trpc } from '../api/client.ts';
import { useConfirm } from '../shell/confirm.tsx';
import { PlusIcon } from '../shell/icons.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { notifySuccess } from '../shell/notify.ts';
import { formatDay, formatRelative } from '../shell/time.ts';
import { DataTable, type TableColumn } from '../tables/data-table.tsx';
import { NewPasskeyDialog } from './new-passkey-dialog.tsx';
import { AccountPart } from './part.tsx';
import { RenamePasskeyDialog } from './rename-passkey-dialog.tsx';
import { usePasskeysPossible } from './use-passkeys-possible.ts';

type Passkey = inferRouterOutputs<AppRouter>['passkeys']['list'][number];

/** The user's passkeys. Hidden where passkeys are not possible, unless the user has some. */
export function Passkeys() {
  const list = trpc.passkeys.list.useQuery();
  const isPossible = usePasskeysPossible();
  const [isMaking, setMaking] = useState(false);
  const [renamed, setRenamed] = useState<Passkey | null>(null);
  if (!isPossible && !list.data?.length) return null;
  const add = isPossible && (
    <Button leftSection={<PlusIcon />} onClick={() => setMaking(true)}>
      New passkey
    </Button>
  );
  const table = { label: 'List of passkeys', columns: columns(new Date(), setRenamed), keyOf: ({ id }: Passkey) => id };
  return (
    <AccountPart
      title="Passkeys"
      purpose="Sign in with the fingerprint, face or PIN of your device instead of your password. A passkey is also a second factor."
      actions={list.data?.length ? add : undefined}
    >
      <Loaded query={list} waiting={<DataTable {...table} rows={[]} isLoading />}>
        {(passkeys) => (
          <DataTable
            {...table}
            rows={passkeys}
            empty={
              <>
                <Text size="sm" mb="md">
                  No passkeys yet. Make one on each device that you sign in with.
                </Text>
                {add}
              </>
            }
          />
        )}
      </Loaded>
      <NewPasskeyDialog isOpen={isMaking} onClose={() => setMaking(false)} />
      <RenamePasskeyDialog passkey={renamed} onClose={() => setRenamed(null)} />
    </AccountPart>
  );
}

const columns = (now: Date, onRename: (passkey: Passkey) => void): readonly TableColumn<Passkey>[] => [
  {
    header: 'Name',
    cell: ({ name, isSynced }) => (
      <>
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {isSynced ? 'Synced between devices' : 'On one device'}
        </Text>
      </>
    ),
  },
  { header: 'Made', kind: 'line', cell: ({ createdAt }) => formatDay(createdAt) },
  {
    header: 'Last used',
    kind: 'line',
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : formatRelative(lastUsedAt, now)),
  },
  {
    header: 'Change',
    kind: 'action',
    cell: (passkey) => (
      <Group gap={4} wrap="nowrap">
        <Button size="compact-sm" variant="subtle" onClick={() => onRename(passkey)}>
          Rename<VisuallyHidden> the passkey {passkey.name}</VisuallyHidden>
        </Button>
        <Remove passkey={passkey} />
      </Group>
    ),
  },
];

function Remove({ passkey: { id, name } }: { passkey: Passkey }) {
  const utils = trpc.useUtils();
  const confirm = useConfirm();
  const remove = trpc.passkeys.remove.useMutation({
    async onSuccess() {
      notifySuccess('Removed', `The passkey “${name}” no longer works.`);
      await Promise.all([utils.passkeys.list.invalidate(), utils.secondFactor.state.invalidate()]);
    },
  });
  async function ask() {
    const question = {
      message: `Remove the passkey “${name}”?`,
      subject:
        'It no longer signs you in. Delete it on your device too. With your last second factor your recovery codes end.',
      action: 'Remove',
    };
    if (await confirm(question)) remove.mutate({ id });
  }
  return (
    <Button size="compact-sm" variant="subtle" color="red" loading={remove.isPending} onClick={() => void ask()}>
      Remove<VisuallyHidden> the passkey {name}</VisuallyHidden>
    </Button>
  );
}
