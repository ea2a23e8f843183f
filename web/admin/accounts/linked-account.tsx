import { Button, Group, Text } from '@mantine/core';
import { trpc } from '../api/client.ts';
import { useConfirm } from '../shell/confirm.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { notifySuccess } from '../shell/notify.ts';
import { formatDay, formatRelative } from '../shell/time.ts';
import { AccountPart } from './part.tsx';
import { ProviderButton } from './provider-button.tsx';

/** The user's account at the provider. Hidden without a provider, unless an account is linked. */
export function LinkedAccount() {
  const state = trpc.provider.state.useQuery();
  const utils = trpc.useUtils();
  const confirm = useConfirm();
  const unlink = trpc.provider.unlink.useMutation({
    async onSuccess() {
      notifySuccess('Unlinked', 'This account no longer signs you in.');
      await utils.provider.state.invalidate();
    },
  });
  const { data } = state;
  if (!data || (data.name === null && data.linked.length === 0)) return null;
  const name = data.name ?? 'a provider';

  async function ask(id: number, email: string) {
    const question = {
      message: 'Unlink this account?',
      subject: `You then no longer sign in with ${name}${email && ` as ${email}`}.`,
      action: 'Unlink',
    };
    if (await confirm(question)) unlink.mutate({ id });
  }

  return (
    <AccountPart title="Linked account" purpose={`Sign in with your account at ${name}.`}>
      <Loaded query={state} waiting={<Text size="sm">Loading…</Text>}>
        {({ linked, mayUnlink }) =>
          linked.length === 0 ? (
            <ProviderButton label={`Link ${name}`} purpose="link" backTo="/admin/account" />
          ) : (
            linked.map(({ id, email, linkedAt, lastUsedAt }) => (
              <Group key={id} justify="space-between" gap="sm">
                <div>
                  <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
                    {email || name}
                  </Text>
                  <Text size="xs" c="dimmed">
                    Linked {formatDay(linkedAt)} ·{' '}
                    {lastUsedAt === null ? 'never used' : `last used ${formatRelative(lastUsedAt, new Date())}`}
                  </Text>
                  {!mayUnlink && (
                    <Text size="xs" c="dimmed">
                      Your only way to sign in. A passkey would be another.
                    </Text>
                  )}
                </div>
                {mayUnlink && (
                  <Button variant="subtle" color="red" disabled={unlink.isPending} onClick={() => void ask(id, email)}>
                    Unlink
                  </Button>
                )}
              </Group>
            ))
          )
        }
      </Loaded>
    </AccountPart>
  );
}
