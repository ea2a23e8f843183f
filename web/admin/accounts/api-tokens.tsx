import { Badge, Button, Code, Text, VisuallyHidden } from '@mantine/core';
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
import { NewTokenDialog } from './new-token-dialog.tsx';
import { AccountPart } from './part.tsx';
import { userMay } from './store.ts';

type Token = inferRouterOutputs<AppRouter>['tokens']['list'][number];

/** API tokens: the user's own; Owners see the tokens of all users. */
export function ApiTokens() {
  const list = trpc.tokens.list.useQuery();
  const [isMaking, setMaking] = useState(false);
  const add = (
    <Button leftSection={<PlusIcon />} onClick={() => setMaking(true)}>
      New token
    </Button>
  );
  const table = { label: 'List of API tokens', columns: useColumns(), keyOf: ({ id }: Token) => id };
  return (
    <AccountPart
      title="API tokens"
      purpose="A token lets a program call the interface in your name, without your password and only within its scopes."
      actions={list.data?.length ? add : undefined}
    >
      <Loaded query={list} waiting={<DataTable {...table} rows={[]} isLoading />}>
        {(tokens) => (
          <DataTable
            {...table}
            rows={tokens}
            empty={
              <>
                <Text size="sm" mb="md">
                  No tokens yet. Make one for each program, so that each can be ended alone.
                </Text>
                {add}
              </>
            }
          />
        )}
      </Loaded>
      <NewTokenDialog isOpen={isMaking} onClose={() => setMaking(false)} />
    </AccountPart>
  );
}

function useColumns(): readonly TableColumn<Token>[] {
  const now = new Date();
  const owner: TableColumn<Token> = { header: 'User', cell: ({ userName }) => userName };
  return [
    {
      header: 'Name',
      cell: ({ name, hint }) => (
        <>
          <Text size="sm" fw={600}>
            {name}
          </Text>
          <Code>{hint}…</Code>
        </>
      ),
    },
    ...(userMay('users') ? [owner] : []),
    { header: 'Scopes', cell: ({ scopes }) => scopes.join(', ') },
    {
      header: 'Last used',
      kind: 'line',
      cell: ({ lastUsedAt, lastIp }) =>
        lastUsedAt === null ? (
          'Never'
        ) : (
          <>
            {formatRelative(lastUsedAt, now)}
            <Text size="xs" c="dimmed">
              {lastIp}
            </Text>
          </>
        ),
    },
    { header: 'State', kind: 'line', cell: (token) => <State token={token} now={now} /> },
    { header: 'Revoke', kind: 'action', cell: (token) => isLive(token, now) && <Revoke token={token} /> },
  ];
}

const isLive = ({ revokedAt, expiresAt }: Token, now: Date) => revokedAt === null && new Date(expiresAt) > now;

function State({ token, now }: { token: Token; now: Date }) {
  if (token.revokedAt !== null) return <Badge color="gray">Revoked</Badge>;
  if (!isLive(token, now)) return <Badge color="red">Expired</Badge>;
  return <>until {formatDay(token.expiresAt)}</>;
}

function Revoke({ token: { id, name } }: { token: Token }) {
  const utils = trpc.useUtils();
  const confirm = useConfirm();
  const revoke = trpc.tokens.revoke.useMutation({
    async onSuccess() {
      notifySuccess('Revoked', `The token “${name}” no longer works.`);
      await utils.tokens.list.invalidate();
    },
  });
  async function ask() {
    const question = {
      message: `Revoke the token “${name}”?`,
      subject: 'Programs that use it are refused from now on. This cannot be undone.',
      action: 'Revoke',
    };
    if (await confirm(question)) revoke.mutate({ id });
  }
  return (
    <Button size="compact-sm" variant="subtle" color="red" loading={revoke.isPending} onClick={() => void ask()}>
      Revoke<VisuallyHidden> the token {name}</VisuallyHidden>
    </Button>
  );
}
